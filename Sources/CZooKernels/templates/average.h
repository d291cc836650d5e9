// The mean over positions: four vectors of channels at a time, so that the sums do not wait for each other.

ZOO_INLINE void average_channels(const zoo_pool *job, size_t channel, const int vectors) {
    vec sums[4];
    ZOO_UNROLL for (int v = 0; v < vectors; v++) sums[v] = splat(0);
    const float *source = job->source + channel;
    for (size_t position = 0; position < job->positions; position++, source += job->pixel)
        ZOO_UNROLL for (int v = 0; v < vectors; v++) sums[v] += load(source + v * ZOO_LANES);
    const vec factor = splat(job->factor);
    ZOO_UNROLL for (int v = 0; v < vectors; v++) store(job->target + channel + v * ZOO_LANES, sums[v] * factor);
}

static void average(const zoo_pool *job) {
    size_t channel = 0;
    for (; channel + 4 * ZOO_LANES <= job->channels; channel += 4 * ZOO_LANES) average_channels(job, channel, 4);
    for (; channel + ZOO_LANES <= job->channels; channel += ZOO_LANES) average_channels(job, channel, 1);
    for (; channel < job->channels; channel++) {
        float sum = 0;
        for (size_t position = 0; position < job->positions; position++)
            sum += job->source[position * job->pixel + channel];
        job->target[channel] = sum * job->factor;
    }
}

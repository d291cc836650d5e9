// The largest number of each channel in a window. A NaN stands only where the first pixel has one, as comparisons with it
// are false.

static void maximum(const zoo_window *job) {
    size_t channel = 0;
    for (; channel + ZOO_LANES <= job->channels; channel += ZOO_LANES) {
        vec largest = load(job->source + channel);
        for (size_t row = 0; row < job->rows; row++) {
            const float *source = job->source + row * job->row + channel;
            for (size_t column = 0; column < job->columns; column++, source += job->pixel) {
                const vec value = load(source);
                largest = value > largest ? value : largest;
            }
        }
        store(job->target + channel, largest);
    }
    for (; channel < job->channels; channel++) {
        float largest = job->source[channel];
        for (size_t row = 0; row < job->rows; row++)
            for (size_t column = 0; column < job->columns; column++) {
                const float value = job->source[row * job->row + column * job->pixel + channel];
                largest = value > largest ? value : largest;
            }
        job->target[channel] = largest;
    }
}

// Depthwise convolution: one vector of channels at a time, up to ZOO_DEPTHWISE_COLUMNS neighbouring pixels together, so
// that each weight is loaded once for all of them and enough sums are under way to hide how long a multiplication takes.
#define ZOO_DEPTHWISE_COLUMNS 8

ZOO_INLINE void depthwise_pixels(
    const zoo_depthwise *job, const float *const *sources, size_t offset, const float *weights, vec bias, float *target,
    size_t count, const size_t kernel, const size_t stride, const int columns) {
    vec sums[ZOO_DEPTHWISE_COLUMNS];
    ZOO_UNROLL for (int c = 0; c < columns; c++) sums[c] = bias;
    // Known when this is compiled, so that every place is one register and a number.
    const size_t pixel = 2 * ZOO_LANES, step = stride * pixel;
    for (size_t i = 0; i < kernel; i++) {
        const float *source = sources[i] + offset;
        for (size_t j = 0; j < kernel; j++) {
            const vec weight = load(weights + (i * kernel + j) * ZOO_LANES);
            ZOO_UNROLL for (int c = 0; c < columns; c++)
                sums[c] = multiply_add(load(source + j * pixel + (size_t)c * step), weight, sums[c]);
        }
    }
    const vec low = splat(job->low), high = splat(job->high);
    ZOO_UNROLL for (int c = 0; c < columns; c++) {
        const vec sum = limit(sums[c], low, high);
        float *place = target + (size_t)c * job->target_pixel;
        if (count >= ZOO_LANES) store(place, sum);
        else store_part(place, sum, count);
    }
}

ZOO_INLINE void depthwise_extents(const zoo_depthwise *job, const size_t kernel, const size_t stride) {
    const float *weights = job->weights;
    for (size_t channel = 0; channel < job->channels; channel += ZOO_LANES, weights += kernel * kernel * ZOO_LANES) {
        const vec bias = load(job->bias + channel);
        const size_t count = job->channels - channel;
        for (size_t row = 0; row < job->rows; row++) {
            const float *const *sources = job->sources + row * stride;
            float *target = job->target + row * job->target_row + channel;
            size_t offset = channel / (2 * ZOO_LANES) * job->panel_stride + channel % (2 * ZOO_LANES);
            // Divided evenly, as few sums would wait for each other.
            const size_t groups = (job->columns + ZOO_DEPTHWISE_COLUMNS - 1) / ZOO_DEPTHWISE_COLUMNS;
            const size_t least = job->columns / groups, longer = job->columns % groups;
            for (size_t group = 0; group < groups; group++) {
                const size_t columns = least + (group < longer);
                switch (columns) {
#define ZOO_COLUMNS(n)                                                                                           \
    case n: depthwise_pixels(job, sources, offset, weights, bias, target, count, kernel, stride, n); break;
                    ZOO_COLUMNS(1) ZOO_COLUMNS(2) ZOO_COLUMNS(3) ZOO_COLUMNS(4)
                    ZOO_COLUMNS(5) ZOO_COLUMNS(6) ZOO_COLUMNS(7) ZOO_COLUMNS(8)
#undef ZOO_COLUMNS
                }
                offset += columns * stride * 2 * ZOO_LANES;
                target += columns * job->target_pixel;
            }
        }
    }
}

// The usual extents are compiled as constants, so that their loops unroll.
static void depthwise_3_1(const zoo_depthwise *job) { depthwise_extents(job, 3, 1); }
static void depthwise_3_2(const zoo_depthwise *job) { depthwise_extents(job, 3, 2); }
static void depthwise_5_1(const zoo_depthwise *job) { depthwise_extents(job, 5, 1); }
static void depthwise_5_2(const zoo_depthwise *job) { depthwise_extents(job, 5, 2); }
static void depthwise_any(const zoo_depthwise *job) { depthwise_extents(job, job->kernel, job->stride); }

static void convolve_depthwise(const zoo_depthwise *job) {
    if (job->kernel == 3 && job->stride == 1) depthwise_3_1(job);
    else if (job->kernel == 3 && job->stride == 2) depthwise_3_2(job);
    else if (job->kernel == 5 && job->stride == 1) depthwise_5_1(job);
    else if (job->kernel == 5 && job->stride == 2) depthwise_5_2(job);
    else depthwise_any(job);
}

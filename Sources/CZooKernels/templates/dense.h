// A matrix product with few rows: each weight is read once, from wherever the model's file is mapped, so the memory
// decides how long it takes. Four outputs at a time keep enough loads under way.

ZOO_INLINE float sum_of(vec value) {
    float parts[ZOO_LANES], sum = 0;
    store(parts, value);
    ZOO_UNROLL for (int i = 0; i < ZOO_LANES; i++) sum += parts[i];
    return sum;
}

ZOO_INLINE void dense_outputs(
    const zoo_dense *job, const float *source, const float *weights, const float *bias, float *target,
    const int outputs) {
    vec sums[4][2];
    ZOO_UNROLL for (int o = 0; o < outputs; o++) sums[o][0] = sums[o][1] = splat(0);
    const size_t inputs = job->inputs;
    size_t i = 0;
    for (; i + 2 * ZOO_LANES <= inputs; i += 2 * ZOO_LANES) {
        const vec first = load(source + i), second = load(source + i + ZOO_LANES);
        ZOO_UNROLL for (int o = 0; o < outputs; o++) {
            const float *row = weights + (size_t)o * inputs + i;
            sums[o][0] = multiply_add(first, load(row), sums[o][0]);
            sums[o][1] = multiply_add(second, load(row + ZOO_LANES), sums[o][1]);
        }
    }
    ZOO_UNROLL for (int o = 0; o < outputs; o++) {
        float sum = sum_of(sums[o][0] + sums[o][1]);
        for (size_t rest = i; rest < inputs; rest++) sum += source[rest] * weights[(size_t)o * inputs + rest];
        target[o] = limit_one(sum + bias[o], job->low, job->high);
    }
}

static void multiply_dense(const zoo_dense *job) {
    size_t output = 0;
    for (; output + 4 <= job->outputs; output += 4)
        for (size_t row = 0; row < job->rows; row++)
            dense_outputs(
                job, job->source + row * job->inputs, job->weights + output * job->inputs, job->bias + output,
                job->target + row * job->target_row + output, 4);
    for (; output < job->outputs; output++)
        for (size_t row = 0; row < job->rows; row++)
            dense_outputs(
                job, job->source + row * job->inputs, job->weights + output * job->inputs, job->bias + output,
                job->target + row * job->target_row + output, 1);
}

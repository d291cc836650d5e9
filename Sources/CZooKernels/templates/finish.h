// Bias, addend and limits over the sums of a matrix product.

static void finish(const zoo_finish *job) {
    const vec low = splat(job->low), high = splat(job->high);
    for (size_t row = 0; row < job->rows; row++) {
        float *sums = job->sums + row * job->columns;
        const float *addend = job->addend ? job->addend + row * job->columns : NULL;
        size_t column = 0;
        for (; column + ZOO_LANES <= job->columns; column += ZOO_LANES) {
            vec sum = load(sums + column) + load(job->bias + column);
            if (addend) sum += load(addend + column);
            store(sums + column, limit(sum, low, high));
        }
        for (; column < job->columns; column++) {
            const float sum = sums[column] + job->bias[column] + (addend ? addend[column] : 0);
            sums[column] = limit_one(sum, job->low, job->high);
        }
    }
}

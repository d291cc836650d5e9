#include <math.h>

#include "include/zoo_net_kernels.h"

// The kernels in plain C, one number at a time: what every instruction set is tested against.

enum { panel_columns = 4 };

static float limited(float value, float low, float high) {
    value = value < low ? low : value;
    return value > high ? high : value;
}

static void convolve(const zoo_convolution *job) {
    const size_t patch = job->taps * job->run;
    for (size_t row = 0; row < job->rows; row++) {
        for (size_t column = 0; column < job->columns; column++) {
            const float *weights = job->weights + column / panel_columns * patch * panel_columns + column % panel_columns;
            const size_t place = column / panel_columns * job->panel_stride + column % panel_columns;
            float sum = job->bias[column];
            for (size_t tap = 0; tap < job->taps; tap++) {
                const float *piece = job->sources[tap * job->rows + row];
                for (size_t i = 0; i < job->run; i++) sum += piece[i] * weights[(tap * job->run + i) * panel_columns];
            }
            if (job->addends) sum += job->addends[row][place];
            job->targets[row][place] = limited(sum, job->low, job->high);
        }
    }
}

static void convolve_depthwise(const zoo_depthwise *job) {
    for (size_t row = 0; row < job->rows; row++) {
        for (size_t column = 0; column < job->columns; column++) {
            float *target = job->target + row * job->target_row + column * job->target_pixel;
            for (size_t channel = 0; channel < job->channels; channel++) {
                const float *weights = job->weights + channel * job->kernel * job->kernel;
                const size_t place = channel / panel_columns * job->panel_stride + channel % panel_columns;
                float sum = job->bias[channel];
                for (size_t i = 0; i < job->kernel; i++) {
                    const float *source = job->sources[row * job->stride + i] + column * job->stride * panel_columns;
                    for (size_t j = 0; j < job->kernel; j++)
                        sum += source[j * panel_columns + place] * weights[i * job->kernel + j];
                }
                target[channel] = limited(sum, job->low, job->high);
            }
        }
    }
}

static void multiply_dense(const zoo_dense *job) {
    for (size_t row = 0; row < job->rows; row++) {
        for (size_t output = 0; output < job->outputs; output++) {
            float sum = job->bias[output];
            for (size_t input = 0; input < job->inputs; input++)
                sum += job->source[row * job->inputs + input] * job->weights[output * job->inputs + input];
            job->target[row * job->target_row + output] = limited(sum, job->low, job->high);
        }
    }
}

static void average(const zoo_pool *job) {
    for (size_t channel = 0; channel < job->channels; channel++) {
        float sum = 0;
        for (size_t position = 0; position < job->positions; position++)
            sum += job->source[position * job->pixel + channel];
        job->target[channel] = sum * job->factor;
    }
}

static void maximum(const zoo_window *job) {
    for (size_t channel = 0; channel < job->channels; channel++) {
        float largest = job->source[channel];
        for (size_t row = 0; row < job->rows; row++) {
            for (size_t column = 0; column < job->columns; column++) {
                const float value = job->source[row * job->row + column * job->pixel + channel];
                largest = value > largest ? value : largest;
            }
        }
        job->target[channel] = largest;
    }
}

static void finish(const zoo_finish *job) {
    for (size_t i = 0; i < job->rows * job->columns; i++) {
        const float sum = job->sums[i] + job->bias[i % job->columns] + (job->addend ? job->addend[i] : 0);
        job->sums[i] = limited(sum, job->low, job->high);
    }
}

static float function_value(const zoo_elements *job, float x) {
    switch (job->function) {
    case ZOO_LIMIT: return limited(x, job->first, job->second);
    case ZOO_LEAKY_RELU: return x > 0 ? x : job->first * x;
    case ZOO_HARD_SIGMOID: return limited(job->first * x + job->second, 0, 1);
    case ZOO_HARD_SWISH: return x * (limited(x + 3, 0, 6) / 6);
    case ZOO_EXPONENTIAL: return expf(x);
    case ZOO_SIGMOID: return 1 / (1 + expf(-x));
    case ZOO_SILU: return x / (1 + expf(-x));
    case ZOO_TANH: return tanhf(x);
    case ZOO_MISH: return x * tanhf(x > 0 ? x + log1pf(expf(-x)) : log1pf(expf(x)));
    case ZOO_ERF: return erff(x);
    // The complement, as 1 + erf loses all digits of a negative number.
    case ZOO_GELU: return x * (0.5f * erfcf(x * -0.70710678f));
    }
    return x;
}

static void apply(const zoo_elements *job) {
    for (size_t i = 0; i < job->count; i++) job->target[i] = function_value(job, job->source[i]);
}

const zoo_net_kernels zoo_net_scalar = {
    .lanes = 1, .panel_columns = panel_columns, .tile_rows = 1, .convolve = convolve,
    .convolve_depthwise = convolve_depthwise, .multiply_dense = multiply_dense, .average = average,
    .maximum = maximum, .finish = finish, .apply = apply,
};

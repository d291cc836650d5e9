#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CKernelTester.h"

// Sums of up to a thousand products of numbers up to 1, added in another order or with fewer roundings.
static const float tolerance = 1e-4f;

// What stands where a kernel must not write.
static const float untouched = 12345.0f;

// One a thread, as tests of several sets may run at once.
static _Thread_local uint32_t state;

static uint32_t next(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static size_t below(size_t count) { return next() % count; }

static float number(void) { return (float)(next() % 2001) / 1000.0f - 1.0f; }

// Numbers at an address that is aligned to nothing but a float; the sanitizers see what is read beyond them.
typedef struct {
    float *start;
    size_t count;
    void *memory;
} numbers;

static numbers make(size_t count) {
    numbers made = {.count = count};
    made.memory = malloc((count + 1) * sizeof(float));
    if (!made.memory) abort();
    made.start = (float *)made.memory + 1;
    for (size_t i = 0; i < count; i++) made.start[i] = number();
    return made;
}

static numbers make_untouched(size_t count) {
    numbers made = make(count);
    for (size_t i = 0; i < count; i++) made.start[i] = untouched;
    return made;
}

static size_t round_up(size_t count, size_t step) { return (count + step - 1) / step * step; }

static bool agree(const float *a, const float *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(a[i] - b[i]) <= tolerance)) return false;
    return true;
}

// Weights [columns][patch] in panels: [panels][patch][panel columns].
static numbers pack_panels(const float *weights, size_t columns, size_t patch, size_t panel) {
    numbers packed = make(round_up(columns, panel) * patch);
    for (size_t i = 0; i < packed.count; i++) {
        const size_t column = i / (panel * patch) * panel + i % panel;
        packed.start[i] = column < columns ? weights[column * patch + i / panel % patch] : 0;
    }
    return packed;
}

static numbers pad(const float *values, size_t count, size_t step) {
    numbers padded = make(round_up(count, step));
    for (size_t i = 0; i < padded.count; i++) padded.start[i] = i < count ? values[i] : 0;
    return padded;
}

// MARK: - Convolution

typedef struct {
    size_t rows, taps, run, columns;
    bool has_addends, is_limited;
    // Zeros between panels, as in a band of rows; 0 where a pixel's columns lie together.
    size_t gap;
} convolution_shape;

static numbers run_convolution(
    const zoo_net_kernels *kernels, const convolution_shape *shape, const float *weights, const float *bias,
    const float *const *sources, const float *addend) {
    const size_t patch = shape->taps * shape->run, panel = kernels->panel_columns;
    numbers packed = pack_panels(weights, shape->columns, patch, panel), offsets = pad(bias, shape->columns, panel);
    const size_t stride = panel + shape->gap;
    const size_t pixel = (shape->columns - 1) / panel * stride + (shape->columns - 1) % panel + 1;
    // One float more a pixel: it must stay as it is.
    numbers output = make_untouched(shape->rows * (pixel + 1)), added = make_untouched(shape->rows * (pixel + 1));
    float **targets = malloc(shape->rows * sizeof *targets);
    const float **addends = malloc(shape->rows * sizeof *addends);
    for (size_t row = 0; row < shape->rows; row++) {
        targets[row] = output.start + row * (pixel + 1);
        addends[row] = added.start + row * (pixel + 1);
        for (size_t column = 0; column < shape->columns; column++)
            added.start[row * (pixel + 1) + column / panel * stride + column % panel] =
                addend[row * shape->columns + column];
    }
    zoo_convolution job = {
        .rows = shape->rows, .taps = shape->taps, .run = shape->run, .sources = sources, .targets = targets,
        .addends = shape->has_addends ? addends : NULL, .weights = packed.start, .bias = offsets.start,
        .columns = shape->columns, .panel_stride = stride, .low = shape->is_limited ? 0 : -INFINITY,
        .high = shape->is_limited ? 6 : INFINITY,
    };
    kernels->convolve(&job);
    // Back to rows of columns; what must not be written counts as a last column.
    numbers result = make(shape->rows * (shape->columns + 1));
    for (size_t row = 0; row < shape->rows; row++) {
        const float *from = output.start + row * (pixel + 1);
        float *to = result.start + row * (shape->columns + 1);
        to[shape->columns] = 0;
        for (size_t i = 0; i <= pixel; i++) {
            const size_t column = i / stride * panel + i % stride;
            if (i < pixel && i % stride < panel && column < shape->columns) to[column] = from[i];
            else if (from[i] != untouched) to[shape->columns] = 1;
        }
    }
    free(packed.memory), free(offsets.memory), free(output.memory), free(added.memory);
    free(targets), free(addends);
    return result;
}

static bool convolution_agrees(const zoo_net_kernels *kernels, const convolution_shape *shape) {
    const size_t patch = shape->taps * shape->run;
    numbers weights = make(shape->columns * patch), bias = make(shape->columns);
    numbers addend = make(shape->rows * shape->columns), input = make(shape->rows * shape->run + 64);
    const float **sources = malloc(shape->taps * shape->rows * sizeof *sources);
    for (size_t i = 0; i < shape->taps * shape->rows; i++)
        sources[i] = input.start + below(input.count - shape->run + 1);
    numbers expected = run_convolution(
        zoo_net_kernels_for(ZOO_SCALAR), shape, weights.start, bias.start, sources, addend.start);
    numbers found = run_convolution(kernels, shape, weights.start, bias.start, sources, addend.start);
    const bool is_same = agree(expected.start, found.start, found.count);
    free(weights.memory), free(bias.memory), free(addend.memory), free(input.memory), free(sources);
    free(expected.memory), free(found.memory);
    return is_same;
}

static int test_convolution(const zoo_net_kernels *kernels, const char *name) {
    int wrong = 0;
    const size_t widest = 3 * kernels->panel_columns;
    // Every number of rows up to some tiles, and every number of columns up to some panels.
    for (size_t rows = 1; rows <= 3 * kernels->tile_rows + 1; rows++)
        for (size_t columns = 1; columns <= widest; columns += rows % 3 == 0 ? 1 : 3) {
            const convolution_shape shape = {
                .rows = rows, .taps = 1 + below(3), .run = 1 + below(20), .columns = columns,
                .has_addends = next() % 2, .is_limited = next() % 2, .gap = next() % 2 * below(50),
            };
            if (convolution_agrees(kernels, &shape)) continue;
            wrong++;
            printf(
                "%s: convolution of %zu rows, %zu × %zu, %zu columns is wrong (addends %d, limits %d, gap %zu)\n", name,
                shape.rows, shape.taps, shape.run, shape.columns, shape.has_addends, shape.is_limited, shape.gap);
        }
    return wrong;
}

// MARK: - Depthwise convolution

typedef struct {
    size_t rows, columns, channels, kernel, stride;
    bool is_limited;
} depthwise_shape;

static numbers run_depthwise(
    const zoo_net_kernels *kernels, const depthwise_shape *shape, const float *weights, const float *bias,
    const float *input) {
    const size_t lanes = kernels->lanes, panel = kernels->panel_columns, positions = shape->kernel * shape->kernel;
    const size_t panels = (shape->channels + panel - 1) / panel;
    const size_t height = (shape->rows - 1) * shape->stride + shape->kernel;
    const size_t width = (shape->columns - 1) * shape->stride + shape->kernel;
    // Input [height][width][channels] in panels: [panels][height][width][panel columns].
    numbers band = make(panels * height * width * panel);
    for (size_t i = 0; i < band.count; i++) {
        const size_t channel = i / (panel * width * height) * panel + i % panel;
        if (channel < shape->channels)
            band.start[i] = input[i / panel % (width * height) * shape->channels + channel];
    }
    const float **sources = malloc(height * sizeof *sources);
    for (size_t row = 0; row < height; row++) sources[row] = band.start + row * width * panel;
    numbers packed = make(round_up(shape->channels, lanes) * positions), offsets = pad(bias, shape->channels, lanes);
    for (size_t i = 0; i < packed.count; i++) {
        const size_t channel = i / (positions * lanes) * lanes + i % lanes;
        if (channel < shape->channels) packed.start[i] = weights[channel * positions + i / lanes % positions];
    }
    // One float more a pixel and one pixel more a row: they must stay as they are.
    const size_t pixel = shape->channels + 1, row = (shape->columns + 1) * pixel;
    numbers output = make_untouched(shape->rows * row);
    zoo_depthwise job = {
        .rows = shape->rows, .columns = shape->columns, .channels = shape->channels, .kernel = shape->kernel,
        .stride = shape->stride, .sources = sources, .panel_stride = height * width * panel, .weights = packed.start,
        .bias = offsets.start, .target = output.start, .target_row = row, .target_pixel = pixel,
        .low = shape->is_limited ? 0 : -INFINITY, .high = shape->is_limited ? 6 : INFINITY,
    };
    kernels->convolve_depthwise(&job);
    free(band.memory), free(sources), free(packed.memory), free(offsets.memory);
    return output;
}

static int test_depthwise(const zoo_net_kernels *kernels, const char *name) {
    int wrong = 0;
    const size_t kernels_tried[] = {1, 2, 3, 5, 7};
    for (size_t k = 0; k < sizeof kernels_tried / sizeof *kernels_tried; k++)
        for (size_t stride = 1; stride <= 3; stride++)
            for (size_t columns = 1; columns <= 20; columns++) {
                const depthwise_shape shape = {
                    .rows = 1 + below(3), .columns = columns, .channels = 1 + below(2 * kernels->panel_columns + 3),
                    .kernel = kernels_tried[k], .stride = stride, .is_limited = next() % 2,
                };
                const size_t height = (shape.rows - 1) * stride + shape.kernel;
                const size_t width = (columns - 1) * stride + shape.kernel;
                numbers weights = make(shape.channels * shape.kernel * shape.kernel), bias = make(shape.channels);
                numbers input = make(height * width * shape.channels);
                numbers expected = run_depthwise(
                    zoo_net_kernels_for(ZOO_SCALAR), &shape, weights.start, bias.start, input.start);
                numbers found = run_depthwise(kernels, &shape, weights.start, bias.start, input.start);
                if (!agree(expected.start, found.start, found.count)) {
                    wrong++;
                    printf(
                        "%s: depthwise %zu×%zu/%zu to %zu × %zu × %zu is wrong\n", name, shape.kernel, shape.kernel,
                        stride, shape.rows, columns, shape.channels);
                }
                free(weights.memory), free(bias.memory), free(input.memory), free(expected.memory), free(found.memory);
            }
    return wrong;
}

// MARK: - Dense and average

static int test_dense(const zoo_net_kernels *kernels, const char *name) {
    int wrong = 0;
    for (size_t inputs = 1; inputs <= 70; inputs++) {
        const size_t rows = 1 + below(3), outputs = 1 + below(11), row = outputs + 2;
        numbers weights = make(outputs * inputs), bias = make(outputs), source = make(rows * inputs);
        numbers expected = make_untouched(rows * row), found = make_untouched(rows * row);
        zoo_dense job = {
            .rows = rows, .inputs = inputs, .outputs = outputs, .source = source.start, .weights = weights.start,
            .bias = bias.start, .target_row = row, .low = -INFINITY, .high = inputs % 2 ? 1 : INFINITY,
        };
        job.target = expected.start;
        zoo_net_kernels_for(ZOO_SCALAR)->multiply_dense(&job);
        job.target = found.start;
        kernels->multiply_dense(&job);
        if (!agree(expected.start, found.start, found.count)) {
            wrong++;
            printf("%s: dense %zu × %zu × %zu is wrong\n", name, rows, inputs, outputs);
        }
        free(weights.memory), free(bias.memory), free(source.memory), free(expected.memory), free(found.memory);
    }
    return wrong;
}

static int test_average(const zoo_net_kernels *kernels, const char *name) {
    int wrong = 0;
    for (size_t channels = 1; channels <= 9 * kernels->lanes; channels++) {
        const size_t positions = 1 + below(50), pixel = channels + below(3);
        numbers source = make(positions * pixel);
        numbers expected = make_untouched(channels + 1), found = make_untouched(channels + 1);
        zoo_pool job = {
            .positions = positions, .channels = channels, .pixel = pixel, .source = source.start,
            .factor = 1 / (float)positions,
        };
        job.target = expected.start;
        zoo_net_kernels_for(ZOO_SCALAR)->average(&job);
        job.target = found.start;
        kernels->average(&job);
        if (!agree(expected.start, found.start, found.count)) {
            wrong++;
            printf("%s: average of %zu × %zu is wrong\n", name, positions, channels);
        }
        free(source.memory), free(expected.memory), free(found.memory);
    }
    return wrong;
}

static int test_maximum(const zoo_net_kernels *kernels, const char *name) {
    int wrong = 0;
    for (size_t channels = 1; channels <= 5 * kernels->lanes; channels++) {
        const size_t pixel = channels + below(3), row = 7 * pixel;
        numbers source = make(4 * row);
        numbers expected = make_untouched(channels + 1), found = make_untouched(channels + 1);
        zoo_window job = {
            .rows = 1 + below(4), .columns = 1 + below(7), .channels = channels, .pixel = pixel, .row = row,
            .source = source.start,
        };
        job.target = expected.start;
        zoo_net_kernels_for(ZOO_SCALAR)->maximum(&job);
        job.target = found.start;
        kernels->maximum(&job);
        if (!agree(expected.start, found.start, found.count)) {
            wrong++;
            printf("%s: maximum of %zu × %zu × %zu is wrong\n", name, job.rows, job.columns, channels);
        }
        free(source.memory), free(expected.memory), free(found.memory);
    }
    return wrong;
}

static int test_finish(const zoo_net_kernels *kernels, const char *name) {
    int wrong = 0;
    for (size_t columns = 1; columns <= 5 * kernels->lanes; columns++) {
        const size_t rows = 1 + below(4);
        numbers bias = make(columns), addend = make(rows * columns), expected = make(rows * columns + 1);
        numbers found = make(rows * columns + 1);
        memcpy(found.start, expected.start, found.count * sizeof(float));
        zoo_finish job = {
            .rows = rows, .columns = columns, .bias = bias.start, .addend = columns % 2 ? addend.start : NULL,
            .low = -0.5f, .high = columns % 3 ? 0.5f : INFINITY,
        };
        job.sums = expected.start;
        zoo_net_kernels_for(ZOO_SCALAR)->finish(&job);
        job.sums = found.start;
        kernels->finish(&job);
        if (!agree(expected.start, found.start, found.count)) {
            wrong++;
            printf("%s: finish of %zu × %zu is wrong\n", name, rows, columns);
        }
        free(bias.memory), free(addend.memory), free(expected.memory), free(found.memory);
    }
    return wrong;
}

// MARK: - Functions

// Numbers of all sizes, and those that need care: zeros, infinities, NaN, subnormal ones, and where e^x leaves its range.
static float odd_number(void) {
    static const float special[] = {
        0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, -1e-40f, 3e38f, -3e38f, 88.7f, 89.5f, -86.0f, -90.0f, -103.0f,
        -104.5f, 0.625f, -1.0f, 1.0f, 20.5f,
    };
    const size_t choice = below(60);
    if (choice < sizeof special / sizeof *special) return special[choice];
    return ldexpf(number(), (int)below(12) - 4);
}

static bool values_agree(float a, float b, float relative, float absolute) {
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b)) return a == b;
    return fabsf(a - b) <= absolute + relative * fabsf(b);
}

static int test_functions(const zoo_net_kernels *kernels, const char *name) {
    int wrong = 0;
    for (zoo_function function = ZOO_LIMIT; function <= ZOO_GELU; function++)
        for (size_t count = 0; count <= 9 * kernels->lanes; count++) {
            // Subnormal results of e^x have fewer digits.
            const bool is_exact = function == ZOO_EXPONENTIAL;
            const float relative = is_exact ? 4e-7f : 1e-6f, absolute = is_exact ? 4e-45f : 1e-6f;
            numbers source = make(count), expected = make_untouched(count + 1), found = make_untouched(count + 1);
            for (size_t i = 0; i < count; i++) source.start[i] = odd_number();
            zoo_elements job = {
                .function = function, .first = 0.2f, .second = 0.5f, .count = count, .source = source.start,
            };
            job.target = expected.start;
            zoo_net_kernels_for(ZOO_SCALAR)->apply(&job);
            job.target = found.start;
            kernels->apply(&job);
            for (size_t i = 0; i <= count; i++) {
                if (values_agree(found.start[i], expected.start[i], relative, absolute)) continue;
                wrong++;
                printf(
                    "%s: function %d of %g is %g, not %g (%zu of %zu)\n", name, (int)function,
                    (double)(i < count ? source.start[i] : 0), (double)found.start[i], (double)expected.start[i], i,
                    count);
            }
            free(source.memory), free(expected.memory), free(found.memory);
        }
    return wrong;
}

int zoo_test_net_kernels(const zoo_net_kernels *kernels, const char *name) {
    // A fixed start, so that what fails fails again.
    state = 2463534242u;
    return test_convolution(kernels, name) + test_depthwise(kernels, name) + test_dense(kernels, name) +
           test_average(kernels, name) + test_maximum(kernels, name) +
           test_finish(kernels, name) + test_functions(kernels, name);
}

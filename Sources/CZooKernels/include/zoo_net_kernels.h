#pragma once
#include <stddef.h>

#include "zoo_instruction_set.h"

// The hot loops of the network. Activations are channels last; "pixel" is one position with all its channels.

// A convolution as a matrix product: each row is the patch of one output pixel, each column an output channel.
//
// The patches are never laid out. A patch consists of `taps` pieces of `run` floats that lie together in the input (all
// of it for a 1×1 kernel, else one row of the kernel), and `sources` says where each piece of each patch is.
typedef struct {
    size_t rows;
    size_t taps;
    size_t run;
    // [taps][rows]: where the pieces are.
    const float *const *sources;
    // [rows]: where each pixel's first panel goes.
    float *const *targets;
    // [rows]: what is added to each pixel before the limits, laid out like the targets; NULL for nothing.
    const float *const *addends;
    // Panels of `panel_columns` columns: [panels][taps × run][panel_columns]; columns beyond the last are zeros.
    const float *weights;
    // [panels × panel_columns].
    const float *bias;
    // How many columns are computed, from the first panel on.
    size_t columns;
    // Floats from a pixel's place in one panel to its place in the next: `panel_columns` where pixels lie together.
    size_t panel_stride;
    // What the activation function lets through.
    float low, high;
} zoo_convolution;

// A convolution of each channel by itself, over rows that are already padded.
typedef struct {
    // Output rows and the pixels in each of them.
    size_t rows, columns;
    // Channels that are written; inputs, weights and bias are readable up to the next multiple of `lanes`.
    size_t channels;
    size_t kernel, stride;
    // [(rows − 1) × stride + kernel]: input rows, each from the first output pixel's leftmost one on. Pixels hold one panel,
    // `panel_columns` floats, and the next panel's row is so many floats further.
    const float *const *sources;
    size_t panel_stride;
    // Blocks of `lanes` channels: [blocks][kernel × kernel][lanes].
    const float *weights;
    // [channels], padded like the weights.
    const float *bias;
    float *target;
    // Floats between rows, and between pixels, of the output.
    size_t target_row, target_pixel;
    float low, high;
} zoo_depthwise;

// A matrix product with few rows, bound by how fast weights can be read: they stay as the model file has them.
typedef struct {
    size_t rows, inputs, outputs;
    // [rows][inputs].
    const float *source;
    // [outputs][inputs].
    const float *weights;
    // [outputs].
    const float *bias;
    // Each row is `target_row` floats after the one before.
    float *target;
    size_t target_row;
    float low, high;
} zoo_dense;

// Sums over positions: one number a channel.
typedef struct {
    size_t positions;
    // Channels that are summed, and floats between positions.
    size_t channels, pixel;
    const float *source;
    float *target;
    // What each sum is multiplied by.
    float factor;
} zoo_pool;

// The largest number of each channel in one window, which lies inside the input.
typedef struct {
    size_t rows, columns;
    // Channels that are compared; floats between pixels, and between rows.
    size_t channels, pixel, row;
    const float *source;
    float *target;
} zoo_window;

// What is left to do with the sums of a matrix product that another library computed, in place.
typedef struct {
    size_t rows, columns;
    // [rows][columns].
    float *sums;
    // [columns].
    const float *bias;
    // [rows][columns], or NULL for nothing.
    const float *addend;
    float low, high;
} zoo_finish;

// The functions of one number that have a kernel: those that networks use everywhere.
//
// NaN stays NaN. The vector kernels' largest errors beside the exact value: `ZOO_EXPONENTIAL` 2 units in the last place,
// subnormal results included; `ZOO_LIMIT`, `ZOO_LEAKY_RELU`, `ZOO_HARD_SIGMOID` and `ZOO_HARD_SWISH` the roundings of their
// multiplications and additions; all others 1e-6, or 1e-6 of the result where that is larger than 1.
typedef enum {
    // min(max(x, first), second).
    ZOO_LIMIT,
    // x where it is positive, else first · x.
    ZOO_LEAKY_RELU,
    // min(max(first · x + second, 0), 1).
    ZOO_HARD_SIGMOID,
    // x · min(max(x + 3, 0), 6) / 6.
    ZOO_HARD_SWISH,
    // e to the power of x.
    ZOO_EXPONENTIAL,
    // 1 / (1 + e^−x).
    ZOO_SIGMOID,
    // x / (1 + e^−x).
    ZOO_SILU,
    // The hyperbolic tangent.
    ZOO_TANH,
    // x · tanh(ln(1 + e^x)).
    ZOO_MISH,
    // The error function.
    ZOO_ERF,
    // x · (1 + erf(x / √2)) / 2.
    ZOO_GELU,
} zoo_function;

// One function of each of some numbers.
typedef struct {
    zoo_function function;
    // What the function is told beside its argument.
    float first, second;
    size_t count;
    const float *source;
    float *target;
} zoo_elements;

typedef struct {
    // Floats in a vector.
    size_t lanes;
    // Columns of a weight panel, and the most rows that are computed together.
    size_t panel_columns, tile_rows;
    void (*convolve)(const zoo_convolution *);
    void (*convolve_depthwise)(const zoo_depthwise *);
    void (*multiply_dense)(const zoo_dense *);
    void (*average)(const zoo_pool *);
    void (*maximum)(const zoo_window *);
    void (*finish)(const zoo_finish *);
    void (*apply)(const zoo_elements *);
} zoo_net_kernels;

// The kernels of an instruction set; NULL where the library was built for another architecture.
const zoo_net_kernels *zoo_net_kernels_for(zoo_instruction_set set);

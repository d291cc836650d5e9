#pragma once

#include <stddef.h>
#include <stdint.h>

#include "zoo_instruction_set.h"

// What is done with each pixel. Pixels are four bytes: red, green, blue and one without meaning. All is computed in
// whole numbers, or in single precision without fused operations, so every instruction set gives the same bits.

// Fractional bits of a weight. Products of a byte and a weight do not fit the 16-bit multiplications that all processors
// have, so a weight is high · 256 + low, with a low half of 0 to 255.
#define ZOO_WEIGHT_BITS 22

// An entry's weights begin at a multiple of this and are followed by zeros up to the next.
#define ZOO_WEIGHT_STEP 8

// Bytes behind a row's last pixel that may be read, whatever they hold.
#define ZOO_ROW_SLACK 32

// Which pixels of a row, or rows, become one: `count` from `start` on, with the weights from `offset` on.
typedef struct {
    int32_t start, count, offset;
    // The place of the result.
    int32_t destination;
} zoo_resize_entry;

typedef struct {
    // Resizes a row along itself; each entry's pixel goes to its destination, of which one is `pitch` bytes from the next.
    void (*resize_row)(
        const zoo_resize_entry *entries, size_t count, const int16_t *high, const int16_t *low, const uint8_t *row,
        uint8_t *target, size_t pitch);
    // Adds up `count` rows of so many bytes by one entry's weights.
    void (*resize_column)(
        const uint8_t *const *rows, size_t count, const int16_t *high, const int16_t *low, size_t bytes,
        uint8_t *target);
    // Turns pixels into three floats each: byte · factor + offset, which are those of red, green, blue and the fourth.
    void (*normalize)(
        const uint8_t *pixels, size_t count, const float *factors, const float *offsets, float *target);
} zoo_image_kernels;

// The kernels of an instruction set; NULL where the library was built for another architecture.
const zoo_image_kernels *zoo_image_kernels_for(zoo_instruction_set set);

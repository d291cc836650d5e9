#include "include/zoo_image_kernels.h"

#pragma STDC FP_CONTRACT OFF

// A weighted sum as a byte: rounded, and limited to what a byte holds.
static uint8_t rounded(int64_t sum) {
    sum = (sum + (1 << (ZOO_WEIGHT_BITS - 1))) >> ZOO_WEIGHT_BITS;
    return (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
}

static void resize_row(
    const zoo_resize_entry *entries, size_t count, const int16_t *high, const int16_t *low, const uint8_t *row,
    uint8_t *target, size_t pitch) {
    for (size_t i = 0; i < count; i++) {
        const zoo_resize_entry entry = entries[i];
        for (int channel = 0; channel < 4; channel++) {
            int64_t sum = 0;
            for (int32_t k = 0; k < entry.count; k++) {
                int64_t weight = high[entry.offset + k] * 256 + low[entry.offset + k];
                sum += row[(entry.start + k) * 4 + channel] * weight;
            }
            target[(size_t)entry.destination * pitch + (size_t)channel] = rounded(sum);
        }
    }
}

static void resize_column(
    const uint8_t *const *rows, size_t count, const int16_t *high, const int16_t *low, size_t bytes, uint8_t *target) {
    for (size_t place = 0; place < bytes; place++) {
        int64_t sum = 0;
        for (size_t k = 0; k < count; k++) sum += rows[k][place] * (int64_t)(high[k] * 256 + low[k]);
        target[place] = rounded(sum);
    }
}

static void normalize(
    const uint8_t *pixels, size_t count, const float *factors, const float *offsets, float *target) {
    for (size_t i = 0; i < count; i++)
        for (size_t channel = 0; channel < 3; channel++)
            target[i * 3 + channel] = (float)pixels[i * 4 + channel] * factors[channel] + offsets[channel];
}

const zoo_image_kernels zoo_image_scalar = {resize_row, resize_column, normalize};

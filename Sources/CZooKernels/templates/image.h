// The kernels for pixels in vectors of ZOO_BYTES bytes, in the notation of the compiler's vector extension: the same
// source becomes SSE2, AVX2, AVX-512 or NEON. Included by one file an instruction set, after ZOO_BYTES is defined.
#include <string.h>

#include "../include/zoo_image_kernels.h"

#pragma STDC FP_CONTRACT OFF

#define ZOO_INLINE static inline __attribute__((always_inline))

typedef int16_t shorts __attribute__((ext_vector_type(ZOO_BYTES / 2)));
typedef int32_t ints __attribute__((ext_vector_type(ZOO_BYTES / 4)));
typedef uint8_t half_bytes __attribute__((ext_vector_type(ZOO_BYTES / 2)));
typedef uint8_t few_bytes __attribute__((ext_vector_type(ZOO_BYTES / 4)));
typedef int32_t four_ints __attribute__((ext_vector_type(4)));
typedef float four_floats __attribute__((ext_vector_type(4)));
typedef uint8_t four_bytes __attribute__((ext_vector_type(4)));

// Two pixels become four pairs, one a channel: PAIR at each eighth byte. BOTH are pairs of two vectors' bytes.
#define ZOO_PAIR(at) at + 0, at + 4, at + 1, at + 5, at + 2, at + 6, at + 3, at + 7
#define ZOO_BOTH(at, n) at, at + n, at + 1, at + n + 1, at + 2, at + n + 2, at + 3, at + n + 3
#define ZOO_FOUR(n) n, n, n, n
#if ZOO_BYTES == 16
#define ZOO_PAIRS ZOO_PAIR(0)
#define ZOO_EACH ZOO_BOTH(0, 4)
#define ZOO_SPREAD ZOO_FOUR(0)
#elif ZOO_BYTES == 32
#define ZOO_PAIRS ZOO_PAIR(0), ZOO_PAIR(8)
#define ZOO_EACH ZOO_BOTH(0, 8), ZOO_BOTH(4, 8)
#define ZOO_SPREAD ZOO_FOUR(0), ZOO_FOUR(1)
#elif ZOO_BYTES == 64
#define ZOO_PAIRS ZOO_PAIR(0), ZOO_PAIR(8), ZOO_PAIR(16), ZOO_PAIR(24)
#define ZOO_EACH ZOO_BOTH(0, 16), ZOO_BOTH(4, 16), ZOO_BOTH(8, 16), ZOO_BOTH(12, 16)
#define ZOO_SPREAD ZOO_FOUR(0), ZOO_FOUR(1), ZOO_FOUR(2), ZOO_FOUR(3)
#endif

// Products of neighbours, added in pairs: one instruction on x86.
ZOO_INLINE ints pair_sums(shorts a, shorts b) {
    typedef int32_t wide __attribute__((ext_vector_type(ZOO_BYTES / 2)));
    wide products = __builtin_convertvector(a, wide) * __builtin_convertvector(b, wide);
    return products.even + products.odd;
}

// Sums of weighted bytes, by the halves of their weights, as bytes: rounded, and limited to what a byte holds.
#define ZOO_ROUND(sums)                                                     \
    sums = (sums + (1 << (ZOO_WEIGHT_BITS - 1))) >> ZOO_WEIGHT_BITS;        \
    sums = __builtin_elementwise_min(__builtin_elementwise_max(sums, 0 * sums), 0 * sums + 255);

// ZOO_BYTES / 8 pixels at a time, each pair of them with its weights in all four channels.
ZOO_INLINE four_ints resized_pixel(const uint8_t *pixels, int32_t count, const int16_t *high, const int16_t *low) {
    enum { STEP = ZOO_BYTES / 8 };
    typedef int32_t pairs __attribute__((ext_vector_type(ZOO_BYTES / 16)));
    ints high_sums = 0, low_sums = 0;
    // The last step may go beyond the entry's pixels, whose weights are zeros there.
    for (int32_t k = 0; k < count; k += STEP) {
        half_bytes bytes;
        pairs high_pairs, low_pairs;
        memcpy(&bytes, pixels + k * 4, sizeof bytes);
        memcpy(&high_pairs, high + k, STEP * 2);
        memcpy(&low_pairs, low + k, STEP * 2);
        shorts values = __builtin_convertvector(__builtin_shufflevector(bytes, bytes, ZOO_PAIRS), shorts);
        high_sums += pair_sums(values, (shorts)__builtin_shufflevector(high_pairs, high_pairs, ZOO_SPREAD));
        low_sums += pair_sums(values, (shorts)__builtin_shufflevector(low_pairs, low_pairs, ZOO_SPREAD));
    }
    ints sums = (high_sums << 8) + low_sums;
#if ZOO_BYTES == 64
    typedef int32_t eight_ints __attribute__((ext_vector_type(8)));
    eight_ints half = sums.lo + sums.hi;
    return half.lo + half.hi;
#elif ZOO_BYTES == 32
    return sums.lo + sums.hi;
#else
    return sums;
#endif
}

static void resize_row(
    const zoo_resize_entry *entries, size_t count, const int16_t *high, const int16_t *low, const uint8_t *row,
    uint8_t *target, size_t pitch) {
    for (size_t i = 0; i < count; i++) {
        const zoo_resize_entry entry = entries[i];
        four_ints sums =
            resized_pixel(row + (size_t)entry.start * 4, entry.count, high + entry.offset, low + entry.offset);
        ZOO_ROUND(sums)
        four_bytes pixel = __builtin_convertvector(sums, four_bytes);
        memcpy(target + (size_t)entry.destination * pitch, &pixel, 4);
    }
}

// ZOO_BYTES / 4 bytes of each row, `times` such at once.
ZOO_INLINE void add_rows(
    const uint8_t *const *rows, size_t count, const int16_t *high, const int16_t *low, size_t place, int times,
    uint8_t *target) {
    enum { WIDTH = ZOO_BYTES / 4, MOST = 4 };
    ints high_sums[MOST], low_sums[MOST];
    for (int t = 0; t < times; t++) high_sums[t] = low_sums[t] = 0;
    for (size_t k = 0; k < count; k += 2) {
        // Weights come in pairs; behind the last row of an odd number stands a zero.
        const uint8_t *upper = rows[k] + place, *lower = rows[k + 1 < count ? k + 1 : k] + place;
        int32_t high_pair, low_pair;
        memcpy(&high_pair, high + k, 4);
        memcpy(&low_pair, low + k, 4);
        for (int t = 0; t < times; t++) {
            few_bytes a, b;
            memcpy(&a, upper + t * WIDTH, WIDTH);
            memcpy(&b, lower + t * WIDTH, WIDTH);
            shorts values = __builtin_convertvector(__builtin_shufflevector(a, b, ZOO_EACH), shorts);
            high_sums[t] += pair_sums(values, (shorts)(ints)high_pair);
            low_sums[t] += pair_sums(values, (shorts)(ints)low_pair);
        }
    }
    for (int t = 0; t < times; t++) {
        ints sums = (high_sums[t] << 8) + low_sums[t];
        ZOO_ROUND(sums)
        few_bytes bytes = __builtin_convertvector(sums, few_bytes);
        memcpy(target + place + t * WIDTH, &bytes, WIDTH);
    }
}

static void resize_column(
    const uint8_t *const *rows, size_t count, const int16_t *high, const int16_t *low, size_t bytes, uint8_t *target) {
    enum { WIDTH = ZOO_BYTES / 4 };
    size_t place = 0;
    for (; place + 4 * WIDTH <= bytes; place += 4 * WIDTH) add_rows(rows, count, high, low, place, 4, target);
    for (; place + WIDTH <= bytes; place += WIDTH) add_rows(rows, count, high, low, place, 1, target);
    for (; place < bytes; place++) {
        int32_t high_sum = 0, sum = 0;
        for (size_t k = 0; k < count; k++) {
            high_sum += rows[k][place] * high[k];
            sum += rows[k][place] * low[k];
        }
        sum += high_sum * 256;
        ZOO_ROUND(sum)
        target[place] = (uint8_t)sum;
    }
}

ZOO_INLINE four_floats normal(const uint8_t *pixel, four_floats factor, four_floats offset) {
    four_bytes bytes;
    memcpy(&bytes, pixel, 4);
    return __builtin_convertvector(__builtin_convertvector(bytes, four_ints), four_floats) * factor + offset;
}

static void normalize(
    const uint8_t *pixels, size_t count, const float *factors, const float *offsets, float *target) {
    if (count == 0) return;
    four_floats factor, offset;
    memcpy(&factor, factors, sizeof factor);
    memcpy(&offset, offsets, sizeof offset);
    // Each pixel writes four floats, the last of which the next pixel overwrites.
    for (size_t i = 0; i + 1 < count; i++) {
        four_floats value = normal(pixels + i * 4, factor, offset);
        memcpy(target + i * 3, &value, sizeof value);
    }
    four_floats last = normal(pixels + (count - 1) * 4, factor, offset);
    memcpy(target + (count - 1) * 3, &last, 3 * sizeof(float));
}

#define ZOO_IMAGE_KERNELS {resize_row, resize_column, normalize}

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CKernelTester.h"

static uint64_t state;

// Numbers that look random and are the same everywhere.
static uint32_t next(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33);
}

// Bytes at the end of their memory but for the slack that is allowed, so that a sanitizer sees whoever goes beyond.
typedef struct {
    uint8_t *memory, *start;
} bytes;

static bytes make_bytes(size_t count, size_t shift, size_t slack, int kind) {
    bytes made;
    made.memory = malloc(count + shift + slack + 1);
    made.start = made.memory + shift;
    for (size_t i = 0; i < count + shift + slack; i++)
        made.memory[i] = kind == 0 ? 0 : kind == 1 ? 255 : kind == 2 ? (uint8_t)(next() % 2 * 255) : (uint8_t)next();
    return made;
}

// Weights whose sum is one or near to it, as a filter's are; or the largest that a filter can have, of either sign.
static void make_weights(int16_t *high, int16_t *low, int32_t count, int kind) {
    int32_t padded = (count + ZOO_WEIGHT_STEP - 1) / ZOO_WEIGHT_STEP * ZOO_WEIGHT_STEP;
    memset(high, 0, (size_t)padded * sizeof *high);
    memset(low, 0, (size_t)padded * sizeof *low);
    int32_t left = 1 << ZOO_WEIGHT_BITS, limit = (5 << ZOO_WEIGHT_BITS) / 4;
    for (int32_t k = 0; k < count; k++) {
        int32_t weight = kind == 0   ? left / (count - k)
                         : kind == 1 ? (k % 3 == 0 ? limit / count : -limit / count)
                         : kind == 2 ? (k == count / 2 ? limit : 0)
                                     : (int32_t)(next() % (uint32_t)(limit / count + 1)) * (next() % 4 ? 1 : -1);
        left -= weight;
        high[k] = (int16_t)(weight >> 8);
        low[k] = (int16_t)(weight & 255);
    }
}

static int report(bool is_equal, const char *name, const char *kernel, size_t a, size_t b, int kind) {
    if (!is_equal) printf("%s: %s of %zu and %zu, kind %d, differs from its twin\n", name, kernel, a, b, kind);
    return !is_equal;
}

enum { MOST_TAPS = 70, MOST_ENTRIES = 9 };

static int test_rows(const zoo_image_kernels *fast, const zoo_image_kernels *plain, const char *name) {
    int failures = 0;
    for (int32_t taps = 1; taps <= MOST_TAPS; taps++) {
        for (int kind = 0; kind < 4; kind++) {
            size_t shift = next() % 17, pitch = next() % 2 ? 4 : 36;
            size_t pixels = (size_t)taps + next() % 5;
            int16_t high[MOST_ENTRIES * (MOST_TAPS + ZOO_WEIGHT_STEP)], low[MOST_ENTRIES * (MOST_TAPS + ZOO_WEIGHT_STEP)];
            zoo_resize_entry entries[MOST_ENTRIES];
            int32_t offset = 0;
            for (int32_t i = 0; i < MOST_ENTRIES; i++) {
                // The last entry ends with the row.
                int32_t room = (int32_t)pixels - taps;
                int32_t start = i == MOST_ENTRIES - 1 ? room : (int32_t)(next() % (uint32_t)(room + 1));
                entries[i] = (zoo_resize_entry){start, taps, offset, (i * 4) % MOST_ENTRIES};
                make_weights(high + offset, low + offset, taps, (int)(next() % 4));
                offset += (taps + ZOO_WEIGHT_STEP - 1) / ZOO_WEIGHT_STEP * ZOO_WEIGHT_STEP;
            }
            bytes row = make_bytes(pixels * 4, shift, ZOO_ROW_SLACK, kind);
            uint8_t expected[MOST_ENTRIES * 36], found[MOST_ENTRIES * 36];
            memset(expected, 7, sizeof expected);
            memset(found, 7, sizeof found);
            plain->resize_row(entries, MOST_ENTRIES, high, low, row.start, expected, pitch);
            fast->resize_row(entries, MOST_ENTRIES, high, low, row.start, found, pitch);
            failures += report(!memcmp(expected, found, sizeof found), name, "resize_row", (size_t)taps, pitch, kind);
            free(row.memory);
        }
    }
    return failures;
}

static int test_columns(const zoo_image_kernels *fast, const zoo_image_kernels *plain, const char *name) {
    int failures = 0;
    for (size_t count = 1; count <= MOST_TAPS; count += count < 9 ? 1 : 7) {
        for (size_t width = 0; width <= 150; width++) {
            int kind = (int)(next() % 4);
            int16_t high[MOST_TAPS + ZOO_WEIGHT_STEP], low[MOST_TAPS + ZOO_WEIGHT_STEP];
            make_weights(high, low, (int32_t)count, (int)(next() % 4));
            bytes rows[MOST_TAPS];
            const uint8_t *starts[MOST_TAPS];
            for (size_t k = 0; k < count; k++) {
                rows[k] = make_bytes(width, next() % 5, 0, kind);
                starts[k] = rows[k].start;
            }
            bytes expected = make_bytes(width, 3, 1, 0), found = make_bytes(width, 3, 1, 0);
            plain->resize_column(starts, count, high, low, width, expected.start);
            fast->resize_column(starts, count, high, low, width, found.start);
            bool is_equal = !memcmp(expected.memory, found.memory, width + 4);
            failures += report(is_equal, name, "resize_column", count, width, kind);
            for (size_t k = 0; k < count; k++) free(rows[k].memory);
            free(expected.memory);
            free(found.memory);
        }
    }
    return failures;
}

static int test_normalize(const zoo_image_kernels *fast, const zoo_image_kernels *plain, const char *name) {
    int failures = 0;
    // The usual means and deviations.
    const float factors[] = {1 / (255 * 0.229f), 1 / (255 * 0.224f), 1 / (255 * 0.5f), 0};
    const float offsets[] = {-0.485f / 0.229f, -0.456f / 0.224f, -1, 0};
    for (size_t count = 0; count <= 300; count++) {
        bytes pixels = make_bytes(count * 4, next() % 17, 0, 3);
        float *expected = malloc(count * 12 + 4), *found = malloc(count * 12 + 4);
        expected[count * 3] = found[count * 3] = 5;
        plain->normalize(pixels.start, count, factors, offsets, expected);
        fast->normalize(pixels.start, count, factors, offsets, found);
        failures += report(!memcmp(expected, found, count * 12 + 4), name, "normalize", count, 0, 3);
        free(pixels.memory);
        free(expected);
        free(found);
    }
    return failures;
}

int zoo_test_image_kernels(const zoo_image_kernels *fast, const char *name) {
    const zoo_image_kernels *plain = zoo_image_kernels_for(ZOO_SCALAR);
    state = 71;
    return test_rows(fast, plain, name) + test_columns(fast, plain, name) + test_normalize(fast, plain, name);
}

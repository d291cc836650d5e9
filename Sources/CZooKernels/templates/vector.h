// Vectors of ZOO_LANES floats, in the notation of the compiler's vector extension: the same source becomes SSE2, AVX2,
// AVX-512 or NEON. Included by one file an instruction set, after ZOO_LANES is defined.
#include <string.h>

typedef float vec __attribute__((ext_vector_type(ZOO_LANES)));
typedef float vec_unaligned __attribute__((ext_vector_type(ZOO_LANES), aligned(4)));

#define ZOO_INLINE static inline __attribute__((always_inline))
// Asks for what a stream of weights will need soon: the processor's own guesses stop at each page's end.
#ifndef ZOO_PREFETCH
#define ZOO_PREFETCH(place) __builtin_prefetch((const char *)(place) + 2048)
#endif

#define ZOO_UNROLL _Pragma("clang loop unroll(full)")

ZOO_INLINE vec load(const float *place) { return *(const vec_unaligned *)place; }
ZOO_INLINE void store(float *place, vec value) { *(vec_unaligned *)place = value; }
ZOO_INLINE vec splat(float value) { return (vec)value; }

// a × b + c: one rounding where the processor has such an instruction, two elsewhere.
ZOO_INLINE vec multiply_add(vec a, vec b, vec c) {
#if defined(ZOO_HAS_FMA)
    return __builtin_elementwise_fma(a, b, c);
#else
    return a * b + c;
#endif
}

// Selections and not minimum and maximum, whose rules for NaN would take more than one instruction; NaN stays NaN.
ZOO_INLINE vec limit(vec value, vec low, vec high) {
    value = value < low ? low : value;
    return value > high ? high : value;
}

ZOO_INLINE float limit_one(float value, float low, float high) {
    value = value < low ? low : value;
    return value > high ? high : value;
}

// The first `count` of a vector's floats.
ZOO_INLINE vec load_part(const float *place, size_t count) {
    float part[ZOO_LANES] = {0};
    memcpy(part, place, count * sizeof(float));
    return load(part);
}

ZOO_INLINE void store_part(float *place, vec value, size_t count) {
    float part[ZOO_LANES];
    store(part, value);
    memcpy(place, part, count * sizeof(float));
}

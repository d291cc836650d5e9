#include "zoo_peak.h"

#include <stdint.h>
#include <time.h>

// Chains of multiply-adds in registers. Each waits only for itself, so there must be as many chains as multiply-adds can
// be under way: 12 where there are 16 registers, which must also hold the two factors and a product, 20 where there
// are 32. The barriers show the compiler neither where a value comes from nor that nobody reads it, so it can neither
// fold the chains nor put them into wider vectors.

#define ROUNDS 8192

#define MULTIPLY_ADD(a) a = a * factor + summand
#define BARRIER4(c, a0, a1, a2, a3) __asm__ volatile("" : "+" c(a0), "+" c(a1), "+" c(a2), "+" c(a3))
#define FOUR(c, a0, a1, a2, a3) \
    MULTIPLY_ADD(a0);           \
    MULTIPLY_ADD(a1);           \
    MULTIPLY_ADD(a2);           \
    MULTIPLY_ADD(a3);           \
    BARRIER4(c, a0, a1, a2, a3)

// A function that does ROUNDS times 12 multiply-adds of a type, and one that does 20; `c` is the class of registers.
#define CHAINS12(name, type, c)                                                                  \
    static void name(void) {                                                                     \
        _Pragma("clang fp contract(fast)") type factor = (type){0} + 0.5f, summand = factor;     \
        type a = factor, b = a, d = a, e = a, f = a, g = a, h = a, i = a, j = a, k = a, l = a, m = a; \
        __asm__ volatile("" : "+" c(factor), "+" c(summand));                                    \
        for (int round = 0; round < ROUNDS; round++) {                                           \
            FOUR(c, a, b, d, e);                                                                 \
            FOUR(c, f, g, h, i);                                                                 \
            FOUR(c, j, k, l, m);                                                                 \
        }                                                                                        \
    }

#define CHAINS20(name, type, c)                                                                  \
    static void name(void) {                                                                     \
        _Pragma("clang fp contract(fast)") type factor = (type){0} + 0.5f, summand = factor;     \
        type a = factor, b = a, d = a, e = a, f = a, g = a, h = a, i = a, j = a, k = a, l = a, m = a; \
        type n = a, o = a, p = a, q = a, r = a, s = a, t = a, u = a;                             \
        __asm__ volatile("" : "+" c(factor), "+" c(summand));                                    \
        for (int round = 0; round < ROUNDS; round++) {                                           \
            FOUR(c, a, b, d, e);                                                                 \
            FOUR(c, f, g, h, i);                                                                 \
            FOUR(c, j, k, l, m);                                                                 \
            FOUR(c, n, o, p, q);                                                                 \
            FOUR(c, r, s, t, u);                                                                 \
        }                                                                                        \
    }

typedef float vector4 __attribute__((vector_size(16)));
typedef float vector8 __attribute__((vector_size(32)));
typedef float vector16 __attribute__((vector_size(64)));

#if defined(__x86_64__)
CHAINS12(chains_scalar, float, "x")
CHAINS12(chains_sse2, vector4, "x")
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
CHAINS12(chains_avx2, vector8, "x")
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
CHAINS20(chains_avx512, vector16, "v")
#pragma clang attribute pop
#elif defined(__aarch64__)
CHAINS20(chains_scalar, float, "w")
CHAINS20(chains_neon, vector4, "w")
#else
CHAINS12(chains_scalar, float, "r")
#endif

static uint64_t nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

double zoo_peak_multiply_adds(zoo_instruction_set set) {
    if (!zoo_can_run(set)) return 0;
    void (*run)(void) = chains_scalar;
    int chains = 12, lanes = 1;
    switch (set) {
#if defined(__x86_64__)
    case ZOO_SSE2: run = chains_sse2, lanes = 4; break;
    case ZOO_AVX2: run = chains_avx2, lanes = 8; break;
    case ZOO_AVX512: run = chains_avx512, chains = 20, lanes = 16; break;
#elif defined(__aarch64__)
    case ZOO_SCALAR: chains = 20; break;
    case ZOO_NEON: run = chains_neon, chains = 20, lanes = 4; break;
#endif
    default: break;
    }
    // The best of many short repetitions: whatever else the machine does only makes some of them slower.
    uint64_t best = UINT64_MAX, start = nanoseconds(), before = start, now = start;
    while (now - start < 20000000u) {
        run();
        now = nanoseconds();
        if (now - before < best) best = now - before;
        before = now;
    }
    return (double)ROUNDS * chains * lanes / (double)best * 1e9;
}

#include "include/CZooKernels.h"

// Declares the tables of one kind of kernels, each of which stands in a file of its own, and finds them by their set.
#if defined(__x86_64__)
#define ZOO_TABLES(kind)                                                                                         \
    extern const zoo_##kind##_kernels zoo_##kind##_scalar, zoo_##kind##_sse2, zoo_##kind##_avx2,                 \
        zoo_##kind##_avx512;                                                                                     \
    const zoo_##kind##_kernels *zoo_##kind##_kernels_for(zoo_instruction_set set) {                              \
        switch (set) {                                                                                           \
        case ZOO_SCALAR: return &zoo_##kind##_scalar;                                                            \
        case ZOO_SSE2: return &zoo_##kind##_sse2;                                                                \
        case ZOO_AVX2: return &zoo_##kind##_avx2;                                                                \
        case ZOO_AVX512: return &zoo_##kind##_avx512;                                                            \
        default: return NULL;                                                                                    \
        }                                                                                                        \
    }
#elif defined(__aarch64__)
#define ZOO_TABLES(kind)                                                                                         \
    extern const zoo_##kind##_kernels zoo_##kind##_scalar, zoo_##kind##_neon;                                    \
    const zoo_##kind##_kernels *zoo_##kind##_kernels_for(zoo_instruction_set set) {                              \
        return set == ZOO_SCALAR ? &zoo_##kind##_scalar : set == ZOO_NEON ? &zoo_##kind##_neon : NULL;           \
    }
#else
#define ZOO_TABLES(kind)                                                                                         \
    extern const zoo_##kind##_kernels zoo_##kind##_scalar;                                                       \
    const zoo_##kind##_kernels *zoo_##kind##_kernels_for(zoo_instruction_set set) {                              \
        return set == ZOO_SCALAR ? &zoo_##kind##_scalar : NULL;                                                  \
    }
#endif

ZOO_TABLES(net)
ZOO_TABLES(image)

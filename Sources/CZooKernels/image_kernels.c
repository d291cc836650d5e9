#include "include/zoo_image_kernels.h"

extern const zoo_image_kernels zoo_image_scalar;
#if defined(__x86_64__)
extern const zoo_image_kernels zoo_image_sse2, zoo_image_avx2, zoo_image_avx512;
#elif defined(__aarch64__)
extern const zoo_image_kernels zoo_image_neon;
#endif

const zoo_image_kernels *zoo_image_kernels_for(zoo_instruction_set set) {
    switch (set) {
    case ZOO_SCALAR: return &zoo_image_scalar;
#if defined(__x86_64__)
    case ZOO_SSE2: return &zoo_image_sse2;
    case ZOO_AVX2: return &zoo_image_avx2;
    case ZOO_AVX512: return &zoo_image_avx512;
#elif defined(__aarch64__)
    case ZOO_NEON: return &zoo_image_neon;
#endif
    default: return NULL;
    }
}

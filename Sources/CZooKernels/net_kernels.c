#include "include/zoo_net_kernels.h"

extern const zoo_net_kernels zoo_net_scalar;
#if defined(__x86_64__)
extern const zoo_net_kernels zoo_net_sse2, zoo_net_avx2, zoo_net_avx512;
#elif defined(__aarch64__)
extern const zoo_net_kernels zoo_net_neon;
#endif

const zoo_net_kernels *zoo_net_kernels_for(zoo_instruction_set set) {
    switch (set) {
    case ZOO_SCALAR: return &zoo_net_scalar;
#if defined(__x86_64__)
    case ZOO_SSE2: return &zoo_net_sse2;
    case ZOO_AVX2: return &zoo_net_avx2;
    case ZOO_AVX512: return &zoo_net_avx512;
#elif defined(__aarch64__)
    case ZOO_NEON: return &zoo_net_neon;
#endif
    default: return NULL;
    }
}

#include "zoo_instruction_set.h"

bool zoo_can_run(zoo_instruction_set set) {
    switch (set) {
    case ZOO_SCALAR: return true;
#if defined(__x86_64__)
    // The compiler's runtime asks CPUID, and XGETBV for what the operating system saves.
    case ZOO_SSE2: return true;
    case ZOO_AVX2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case ZOO_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#elif defined(__aarch64__)
    case ZOO_NEON: return true;
#endif
    default: return false;
    }
}

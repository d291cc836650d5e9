#pragma once
#include <stdbool.h>

// The instruction sets that kernels are written for. Each has all kernels; which are there depends on the architecture
// that the library was built for, and which can run on the processor at hand.
typedef enum {
    // Plain C, one number at a time: the twin that all others are tested against.
    ZOO_SCALAR,
    // What every 64-bit x86 processor has: vectors of 4 floats.
    ZOO_SSE2,
    // AVX2 with FMA: vectors of 8 floats.
    ZOO_AVX2,
    // AVX-512 with its F, BW, DQ and VL parts: vectors of 16 floats.
    ZOO_AVX512,
    // What every 64-bit Arm processor has: vectors of 4 floats.
    ZOO_NEON,
} zoo_instruction_set;

// Whether the library holds kernels for a set and the processor and the operating system can run them.
bool zoo_can_run(zoo_instruction_set set);

// Tells the processor that the program waits in a loop for another thread.
static inline void zoo_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#include <stdio.h>

#include "CKernelTester.h"

// Tests the kernels of every instruction set that the processor has, where there is no Swift: under an emulator.
int main(void) {
    static const struct {
        zoo_instruction_set set;
        const char *name;
    } sets[] = {{ZOO_SSE2, "sse2"}, {ZOO_AVX2, "avx2"}, {ZOO_AVX512, "avx512"}, {ZOO_NEON, "neon"}};
    int tested = 0, wrong = 0;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (!zoo_can_run(sets[i].set)) continue;
        const int found = zoo_test_net_kernels(zoo_net_kernels_for(sets[i].set), sets[i].name) +
                          zoo_test_image_kernels(zoo_image_kernels_for(sets[i].set), sets[i].name);
        printf("%s: %d wrong\n", sets[i].name, found);
        tested++;
        wrong += found;
    }
    return tested == 0 || wrong != 0;
}

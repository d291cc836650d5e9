#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)

#define ZOO_BYTES 64
#include "templates/image.h"

#pragma clang attribute pop

const zoo_image_kernels zoo_image_avx512 = ZOO_IMAGE_KERNELS;
#endif

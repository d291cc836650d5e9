#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)

#define ZOO_BYTES 32
#include "templates/image.h"

#pragma clang attribute pop

const zoo_image_kernels zoo_image_avx2 = ZOO_IMAGE_KERNELS;
#endif

#if defined(__aarch64__)
#define ZOO_BYTES 16
#include "templates/image.h"

const zoo_image_kernels zoo_image_neon = ZOO_IMAGE_KERNELS;
#endif

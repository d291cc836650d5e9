#if defined(__x86_64__)
#define ZOO_BYTES 16
#include "templates/image.h"

const zoo_image_kernels zoo_image_sse2 = ZOO_IMAGE_KERNELS;
#endif

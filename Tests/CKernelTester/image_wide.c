#include "CKernelTester.h"

// All that takes such vectors becomes a part of what calls it, so how they would be passed does not matter.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"
#define ZOO_BYTES 64
#include "../../Sources/CZooKernels/templates/image.h"
#pragma clang diagnostic pop

static const zoo_image_kernels wide = ZOO_IMAGE_KERNELS;

const zoo_image_kernels *zoo_wide_image_kernels(void) { return &wide; }

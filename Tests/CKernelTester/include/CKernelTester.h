#pragma once
#include "CZooKernels.h"

// Compares kernels with their scalar twins over many shapes, prints what differs, and gives back how many shapes were wrong.
// Called by the Swift tests for what this machine can run, and by alone/main.c for processors that are emulated.

int zoo_test_net_kernels(const zoo_net_kernels *kernels, const char *name);
int zoo_test_image_kernels(const zoo_image_kernels *kernels, const char *name);

// The kernels' source compiled for vectors of 64 bytes without the instructions for them: what is wrong with the wide
// templates then shows on every machine.
extern const zoo_net_kernels zoo_net_wide;
const zoo_image_kernels *zoo_wide_image_kernels(void);

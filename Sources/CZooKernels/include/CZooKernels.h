#pragma once
// The hot loops that need a wider instruction set than the build's baseline: one table of functions an instruction set.
#include "zoo_image_kernels.h"
#include "zoo_instruction_set.h"
#include "zoo_net_kernels.h"
#include "zoo_peak.h"

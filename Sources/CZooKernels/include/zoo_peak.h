#pragma once
#include "zoo_instruction_set.h"

// The most multiply-adds of floats a second that one core does in a set, measured on the core that it runs on in about
// 20 milliseconds: the limit that a kernel's speed is held against. 0 if the set cannot run here.
double zoo_peak_multiply_adds(zoo_instruction_set set);

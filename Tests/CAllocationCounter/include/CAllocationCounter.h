#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted in this build: sanitizers bring their own allocator, which must not be replaced.
bool zoo_allocations_are_counted(void);

/// How many blocks of memory the calling thread has asked for since it started.
uint64_t zoo_allocation_count(void);

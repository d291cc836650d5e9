#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

static _Thread_local uint64_t count;

uint64_t zoo_allocation_count(void) { return count; }

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

bool zoo_allocations_are_counted(void) { return true; }

// The program's own definitions take the place of the C library's, for every library in the process.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count++;
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count++;
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

#else

bool zoo_allocations_are_counted(void) { return false; }

#endif

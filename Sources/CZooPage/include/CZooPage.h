#pragma once

#include <stddef.h>

/// A file of the page, in the program's read-only data.
struct zoo_page_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// The files of Sources/ZooWeb/Page.
const struct zoo_page_file *zoo_page_files(size_t *count);

/// The description of the interface, Sources/ZooWeb/API/openapi.json.
const unsigned char *zoo_page_openapi(size_t *count);

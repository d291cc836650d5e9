#pragma once

#include <stddef.h>

// Files that are compiled into the program's read-only data. They are mapped with the program, and so read from the
// disk only where and when they are touched.

/// The default model's weights, configuration and digest, and the taxonomy; each gives its size through `count`.
const unsigned char *zoo_asset_weights(size_t *count);
const unsigned char *zoo_asset_weights_sha256(size_t *count);
const unsigned char *zoo_asset_configuration(size_t *count);
const unsigned char *zoo_asset_taxonomy(size_t *count);

/// Photos to measure with: chelsea.png and raccoon.jpg.
const unsigned char *zoo_asset_cat(size_t *count);
const unsigned char *zoo_asset_raccoon(size_t *count);

#include "CZooAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// Aligned to a cache line, as the weights are used where they lie.
static const _Alignas(64) unsigned char weights[] = {
#embed "../../Models/efficientnet-lite0/model.safetensors"
};
static const unsigned char weights_sha256[] = {
#embed "../../Models/efficientnet-lite0/model.safetensors.sha256"
};
static const unsigned char configuration[] = {
#embed "../../Models/efficientnet-lite0/config.json"
};
static const unsigned char taxonomy[] = {
#embed "../../Models/wordnet/taxonomy.tsv"
};
static const unsigned char cat[] = {
#embed "../../Tests/Fixtures/Photos/chelsea.png"
};
static const unsigned char raccoon[] = {
#embed "../../Tests/Fixtures/Photos/raccoon.jpg"
};

const unsigned char *zoo_asset_weights(size_t *count) {
    *count = sizeof weights;
    return weights;
}

const unsigned char *zoo_asset_weights_sha256(size_t *count) {
    *count = sizeof weights_sha256;
    return weights_sha256;
}

const unsigned char *zoo_asset_configuration(size_t *count) {
    *count = sizeof configuration;
    return configuration;
}

const unsigned char *zoo_asset_taxonomy(size_t *count) {
    *count = sizeof taxonomy;
    return taxonomy;
}

const unsigned char *zoo_asset_cat(size_t *count) {
    *count = sizeof cat;
    return cat;
}

const unsigned char *zoo_asset_raccoon(size_t *count) {
    *count = sizeof raccoon;
    return raccoon;
}

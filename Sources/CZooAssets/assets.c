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

import CZooAssets

/// What the program carries in itself: the default model, the taxonomy, and photos to measure with.
enum EmbeddedAssets {
    /// `model.safetensors` of the default model.
    static var weights: UnsafeRawBufferPointer { bytes(zoo_asset_weights) }
    /// Its `config.json`.
    static var configuration: UnsafeRawBufferPointer { bytes(zoo_asset_configuration) }
    /// The SHA-256 digest of ``weights`` in hexadecimal.
    static var weightsSHA256: String { String(decoding: bytes(zoo_asset_weights_sha256).prefix(64), as: UTF8.self) }
    /// `taxonomy.tsv`.
    static var taxonomy: UnsafeRawBufferPointer { bytes(zoo_asset_taxonomy) }

    /// Photos to measure with, by their names.
    static var photos: [(name: String, bytes: UnsafeRawBufferPointer)] {
        [("raccoon.jpg", bytes(zoo_asset_raccoon)), ("chelsea.png", bytes(zoo_asset_cat))]
    }

    private static func bytes(_ asset: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> UnsafeRawBufferPointer {
        var count = 0
        let start = asset(&count)
        return UnsafeRawBufferPointer(start: start, count: count)
    }
}

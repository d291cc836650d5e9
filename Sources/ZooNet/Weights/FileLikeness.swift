/// What a file that is no safetensors file looks like, in words for an error message.
///
/// Downloads go wrong in a few well-known ways; naming the one at hand tells the user what to do.
func likeness(of bytes: UnsafeRawBufferPointer) -> String? {
    func starts(with text: String, at offset: Int = 0) -> Bool {
        let wanted = Array(text.utf8)
        return bytes.count >= offset + wanted.count
            && zip(bytes[offset...], wanted).allSatisfy { $0 == $1 }
    }
    if starts(with: "version https://git-lfs") {
        return "a Git LFS pointer, not the weights themselves: run `git lfs pull` where it was cloned"
    }
    if starts(with: "PK\u{3}\u{4}") {
        return "a zip archive, perhaps a PyTorch checkpoint: save it as safetensors, as pickles can run code"
    }
    if starts(with: "\u{1F}\u{8B}", at: 0) || (bytes.count > 1 && bytes[0] == 0x1F && bytes[1] == 0x8B) {
        return "a gzip archive: unpack it first"
    }
    if bytes.count > 1, bytes[0] == 0x80, (2...5).contains(bytes[1]) {
        return "a Python pickle, perhaps an old PyTorch checkpoint: save it as safetensors, as pickles can run code"
    }
    if bytes.count > 7, starts(with: "TFL3", at: 4) { return "a TensorFlow Lite model" }
    let head = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
    let text = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
        return "a web page: the download probably met a log-in or error page"
    }
    if text.hasPrefix("{") { return "a JSON text, not the weights" }
    return nil
}

import CMicroHTTPD

/// Takes a form apart as it comes, and hands on the parts that are files.
final class FormReader {
    private let processor: OpaquePointer
    private let receiver = Receiver()

    private final class Receiver {
        var photos: PhotoReception?
        /// The name of the part that has begun, if nothing of it has come yet.
        private var awaited: String?

        func receive(_ name: String, _ bytes: UnsafeRawBufferPointer, isStart: Bool) {
            // The library announces a part of which nothing has come yet, and then begins anew with its first bytes. An
            // empty file and a further one of the same name look the same, and count as one.
            if isStart, awaited != name { photos?.begin(name) }
            awaited = isStart && bytes.isEmpty ? name : nil
            photos?.append(bytes)
        }
    }

    /// `nil` if the request's head says nothing that a form could be read by.
    init?(_ connection: OpaquePointer) {
        let processor = MHD_create_post_processor(
            connection, 64 << 10,
            { context, _, _, name, _, _, data, offset, count in
                let receiver = Unmanaged<Receiver>.fromOpaque(context!).takeUnretainedValue()
                // A part without a file name is a field, and none has a meaning here.
                guard let name else { return .YES }
                receiver.receive(
                    String(cString: name), UnsafeRawBufferPointer(start: data, count: count), isStart: offset == 0)
                return .YES
            }, Unmanaged.passUnretained(receiver).toOpaque())
        guard let processor else { return nil }
        self.processor = processor
    }

    deinit { if !isEnded { MHD_destroy_post_processor(processor) } }

    private var isEnded = false

    /// Reads on.
    ///
    /// - Returns: Whether it is a form so far.
    func read(_ bytes: UnsafeRawBufferPointer, into photos: PhotoReception) -> Bool {
        receiver.photos = photos
        return MHD_post_process(processor, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
            == .YES
    }

    /// Whether the form came to its end; nothing more can be read then.
    var isWhole: Bool {
        guard !isEnded else { return true }
        isEnded = true
        return MHD_destroy_post_processor(processor) == .YES
    }
}

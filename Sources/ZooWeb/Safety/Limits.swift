/// How much the server takes on.
package struct Limits: Sendable {
    /// The largest photo, in bytes.
    package var photoBytes = 64 << 20
    /// The most photos in one request.
    package var photosPerRequest = 100
    /// The largest upload, in bytes.
    package var requestBytes = 512 << 20
    /// The largest body of another kind, in bytes.
    package var smallBytes = 64 << 10
    /// How much of a body that was refused is read on, so that the client gets to see the answer.
    package var refusedBytes = 16 << 20
    /// Connections at the same time.
    package var connections = 128
    /// Event streams at the same time.
    package var eventStreams = 32
    /// How long a connection may stay without a whole request head, in seconds.
    package var waitingSeconds = 30.0
    /// How long a transfer may take however slow it is, in seconds.
    package var graceSeconds = 10.0
    /// How fast a transfer must be beyond that, in bytes a second.
    package var bytesPerSecond = 8_192.0
    /// The time between two signs of life on an event stream, in seconds.
    ///
    /// They also show that a browser has gone, which keeps its place among the streams until then.
    package var heartbeatSeconds = 2.0
    /// How long a removal can be undone, in seconds.
    package var undoSeconds = 600.0
    /// How many removals can be undone.
    package var undoCount = 500

    package init() {}
}

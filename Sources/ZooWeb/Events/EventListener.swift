import ZooScan

/// One who listens: its events wait here until its connection has room.
///
/// What has not been sent yet is replaced by what is newer, so a slow listener holds no memory.
package final class EventListener: Sendable {
    private let state: Monitor<State>
    private let heartbeat: Double
    private let onClose: @Sendable () -> Void

    private struct State {
        var counts: StoreCounts?
        var progress: UploadProgress?
        var hasBegun = false
        var isClosed = false
    }

    init(heartbeat: Double, onClose: @escaping @Sendable () -> Void) {
        self.heartbeat = heartbeat
        self.onClose = onClose
        state = Monitor(State())
    }

    func tell(_ counts: StoreCounts?) {
        guard let counts else { return }
        state.with { $0.counts = counts }
    }

    func tell(_ progress: UploadProgress) { state.with { $0.progress = progress } }

    /// Ends the stream.
    package func close() {
        let isFirst = state.with { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { onClose() }
    }

    /// Waits for what is to be sent next, in the form of an event stream; `nil` at the end.
    package func next() -> [UInt8]? {
        let text = state.wait(atMost: heartbeat) { state -> String? in
            if state.isClosed { return "" }
            var text = ""
            if !state.hasBegun { text += "retry: 2000\n\n" }
            state.hasBegun = true
            if let counts = state.counts {
                text += event("change", [("animals", counts.animals), ("loved", counts.loved)])
            }
            if let progress = state.progress {
                text += event(
                    "progress",
                    [("received", progress.received), ("done", progress.done), ("failed", progress.failed)])
            }
            (state.counts, state.progress) = (nil, nil)
            return text.isEmpty ? nil : text
        }
        // A sign of life tells the other side, and shows here whether there still is one.
        guard let text else { return Array(": still here\n\n".utf8) }
        return text.isEmpty ? nil : Array(text.utf8)
    }
}

private func event(_ name: String, _ numbers: [(key: String, value: Int)]) -> String {
    "event: \(name)\ndata: \(JSON.object(numbers.map { ($0.key, .integer($0.value)) }).text)\n\n"
}

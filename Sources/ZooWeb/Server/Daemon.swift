import CMicroHTTPD
import Glibc
import ZooScan

/// The library's server, with a thread for each connection: work on photos and waiting for events may block.
//
// Sendable: the pointer is set once; the library's functions that are called with it, from whatever thread, are made for
// that, and stopping, which may happen once only, is decided under the monitor's lock.
final class Daemon: @unchecked Sendable {
    /// The port that it listens on.
    let port: Int
    private let handle: OpaquePointer
    private let context: Unmanaged<Context>
    private let state = Monitor(State())

    private struct State {
        var listening: Int32 = -1
        var hasQuit = false
        var isStopped = false
    }

    private final class Context: Sendable {
        let site: Site
        let connections: Connections

        init(_ site: Site, _ connections: Connections) {
            self.site = site
            self.connections = connections
        }
    }

    /// Starts it.
    init(
        _ site: Site, _ connections: Connections, _ address: ListeningAddress, _ limits: Limits
    ) throws(ZooScanError) {
        let context = Unmanaged.passRetained(Context(site, connections))
        let completed: MHD_RequestCompletedCallback = { _, _, exchange, _ in
            guard let started = exchange?.pointee else { return }
            exchange?.pointee = nil
            Unmanaged<LiveExchange>.fromOpaque(started).takeRetainedValue().finish()
        }
        let changed: MHD_NotifyConnectionCallback = { context, connection, _, change in
            let connections = Daemon.context(context).connections
            let socket = zoo_http_socket(connection)
            if change == .CONNECTION_NOTIFY_STARTED {
                connections.opened(socket)
            } else {
                connections.closed(socket)
            }
        }
        let begun:
            @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?)
                -> UnsafeMutableRawPointer? = { context, target, connection in
                    guard let target else { return nil }
                    let context = Daemon.context(context)
                    // The address as it came, which the library otherwise only hands out changed.
                    let bytes = Array(UnsafeRawBufferPointer(start: target, count: strlen(target)))
                    let exchange = LiveExchange(
                        context.site, context.connections, socket: zoo_http_socket(connection), target: bytes)
                    return Unmanaged.passRetained(exchange).toOpaque()
                }
        let handler: MHD_AccessHandlerCallback = { _, connection, _, method, _, data, count, exchange in
            guard let connection, let method, let count, let started = exchange?.pointee else { return .NO }
            return Unmanaged<LiveExchange>.fromOpaque(started).takeUnretainedValue()
                .proceed(connection, method: method, data, count)
        }
        func function<F>(_ function: F) -> Int { unsafeBitCast(function, to: Int.self) }
        let opaque = context.toOpaque()
        var socketAddress = address.bytes
        let started = socketAddress.withUnsafeMutableBytes { bytes in
            var options = [
                MHD_OptionItem(option: .SOCK_ADDR, value: 0, ptr_value: bytes.baseAddress),
                MHD_OptionItem(option: .CONNECTION_LIMIT, value: limits.connections, ptr_value: nil),
                MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: 32 << 10, ptr_value: nil),
                MHD_OptionItem(option: .NOTIFY_COMPLETED, value: function(completed), ptr_value: opaque),
                MHD_OptionItem(option: .NOTIFY_CONNECTION, value: function(changed), ptr_value: opaque),
                MHD_OptionItem(option: .URI_LOG_CALLBACK, value: function(begun), ptr_value: opaque),
                MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
            ]
            errno = 0
            return zoo_http_start(address.isIPv6 ? 1 : 0, handler, opaque, &options)
        }
        guard let started else {
            let reason = errno
            context.release()
            throw ZooScanError(
                .addressUnavailable, path: nil,
                "the server cannot listen on \(address.text): \(String(cString: strerror(reason)))"
                    + (reason == EADDRINUSE ? ". --port names another one; --port 0 takes any that is free" : ""))
        }
        handle = started
        self.context = context
        port = Int(zoo_http_port(started))
    }

    deinit { context.release() }

    private static func context(_ pointer: UnsafeMutableRawPointer?) -> Context {
        Unmanaged<Context>.fromOpaque(pointer!).takeUnretainedValue()
    }

    /// Whether it was stopped.
    var isStopped: Bool { state.with { $0.isStopped } }

    /// Takes no more connections; those that are there go on.
    func stopListening() {
        let isFirst = state.with { state in
            defer { state.hasQuit = true }
            return !state.hasQuit
        }
        guard isFirst else { return }
        let socket = MHD_quiesce_daemon(handle)
        state.with { $0.listening = socket }
    }

    /// Ends all connections; returns when no callback runs any more.
    func stop() {
        let listening = state.with { state -> Int32? in
            defer { state.isStopped = true }
            return state.isStopped ? nil : state.listening
        }
        guard let listening else { return }
        MHD_stop_daemon(handle)
        if listening >= 0 { close(listening) }
    }
}

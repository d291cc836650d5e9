import CMicroHTTPD
import ZooScan

/// One request on a socket: hands what the library gives on to an exchange, and the exchange's answer back.
final class LiveExchange {
    private let site: Site
    private let connections: Connections
    private let socket: Int32
    private let target: [UInt8]
    private var exchange: Exchange?
    private var form: FormReader?

    init(_ site: Site, _ connections: Connections, socket: Int32, target: [UInt8]) {
        self.site = site
        self.connections = connections
        self.socket = socket
        self.target = target
    }

    /// Is called when the head is there, then for each part of the body, then once more at its end.
    func proceed(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>, _ data: UnsafePointer<CChar>?,
        _ count: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        guard let exchange else { return begin(connection, String(cString: method)) }
        guard count.pointee > 0 else {
            if form?.isWhole == false, !exchange.isDecided { exchange.refuseForm() }
            form = nil
            return answer(exchange, connection)
        }
        connections.received(count.pointee, socket)
        let part = UnsafeRawBufferPointer(start: data, count: count.pointee)
        count.pointee = 0
        guard exchange.receive(part) else { return .NO }
        if case .form(let photos) = exchange.reception, form?.read(part, into: photos) != true {
            form = nil
            exchange.refuseForm()
        }
        return .YES
    }

    /// The answer went out, or the connection ended before.
    func finish() { connections.enter(.waiting(since: .now), socket) }

    private func begin(_ connection: OpaquePointer, _ method: String) -> MHD_Result {
        let head = RequestHead(method: method, target: target, headers: headers(of: connection))
        let exchange = Exchange(site, head)
        self.exchange = exchange
        connections.enter(.receiving(since: .now, count: 0), socket)
        if case .form = exchange.reception {
            form = FormReader(connection)
            if form == nil { exchange.refuseForm() }
        }
        // A client that asks before it sends is answered before it does.
        if exchange.isDecided, head["expect"] != nil { return answer(exchange, connection) }
        return .YES
    }

    private func answer(_ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
        connections.enter(.working, socket)
        let response = exchange.answer()
        guard let made = make(response) else { return .NO }
        defer { MHD_destroy_response(made) }
        for (name, value) in response.headers { MHD_add_response_header(made, name, value) }
        if case .events = response.body {
            connections.enter(.streaming(since: .now), socket)
        } else {
            connections.enter(.sending(since: .now, count: response.body.count), socket)
        }
        return MHD_queue_response(connection, UInt32(response.status), made)
    }

    private func headers(of connection: OpaquePointer) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &headers) { pointer in
            _ = MHD_get_connection_values(
                connection, .HEADER_KIND,
                { context, _, name, value in
                    guard let name else { return .YES }
                    context!.assumingMemoryBound(to: [(name: String, value: String)].self).pointee.append(
                        (String(cString: name), value.map { String(cString: $0) } ?? ""))
                    return .YES
                }, pointer)
        }
        return headers
    }

    // MARK: - Bodies

    /// An event stream that the library asks for more.
    private final class Stream {
        let listener: EventListener
        let connections: Connections
        let socket: Int32
        var rest: ArraySlice<UInt8> = []

        init(_ listener: EventListener, _ connections: Connections, socket: Int32) {
            self.listener = listener
            self.connections = connections
            self.socket = socket
        }

        deinit { listener.close() }

        func read(_ buffer: UnsafeMutablePointer<CChar>, _ room: Int) -> Int {
            if rest.isEmpty {
                // That the library asks shows that the last event went out.
                connections.enter(.streaming(since: .now), socket)
                guard let next = listener.next() else { return endOfStream }
                rest = next[...]
            }
            let part = rest.prefix(room)
            UnsafeMutableRawBufferPointer(start: buffer, count: room).copyBytes(from: part)
            rest = rest.dropFirst(part.count)
            return part.count
        }
    }

    private func make(_ response: Response) -> OpaquePointer? {
        switch response.body {
        case .embedded(let file):
            return MHD_create_response_from_buffer(
                file.bytes.count, UnsafeMutableRawPointer(mutating: file.bytes.baseAddress), .RESPMEM_PERSISTENT)
        case .bytes(let bytes):
            // An array's storage may not be moved while the library reads it, so it is given memory of its own.
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
            copy.copyBytes(from: bytes)
            let made = MHD_create_response_from_buffer_with_free_callback(bytes.count, copy.baseAddress) {
                $0?.deallocate()
            }
            if made == nil { copy.deallocate() }
            return made
        case .events(let listener):
            let stream = Unmanaged.passRetained(Stream(listener, connections, socket: socket))
            let made = MHD_create_response_from_callback(
                UInt64.max, 4096,
                { context, _, buffer, room in
                    Unmanaged<Stream>.fromOpaque(context!).takeUnretainedValue().read(buffer!, room)
                }, stream.toOpaque(), { Unmanaged<Stream>.fromOpaque($0!).release() })
            if made == nil { stream.release() }
            return made
        }
    }
}

/// `MHD_CONTENT_READER_END_OF_STREAM`, which Swift does not take from the library's header, as it is a cast.
private let endOfStream = -1

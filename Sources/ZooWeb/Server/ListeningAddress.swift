import CMicroHTTPD
import Glibc
import ZooScan

/// A socket address of this machine.
struct ListeningAddress {
    /// A `sockaddr` of its family.
    let bytes: [UInt8]
    let isIPv6: Bool
    /// As people write it, for messages.
    let text: String

    /// Looks up a name or a numeric address.
    init(host: String, port: Int) throws(ZooScanError) {
        text = "\(host):\(port)"
        var wanted = addrinfo()
        wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        // A colon is only in numeric addresses, which may stand in brackets as in a URL.
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        let status = getaddrinfo(bare, String(port), &wanted, &found)
        guard status == 0, let first = found else {
            throw ZooScanError(
                .addressUnavailable, path: nil,
                "“\(PhotoPath(host))” is no address of this machine: \(String(cString: gai_strerror(status))). Give one "
                    + "of its addresses or names, or 0.0.0.0 for all of them")
        }
        defer { freeaddrinfo(found) }
        bytes = Array(UnsafeRawBufferPointer(start: first.pointee.ai_addr, count: Int(first.pointee.ai_addrlen)))
        isIPv6 = first.pointee.ai_family == AF_INET6
    }

    /// The names by which others reach what listens on a host: for one that stands for all addresses each of them.
    static func reachable(_ host: String) -> [String] {
        switch host {
        case "0.0.0.0", "::", "[::]":
            let own = ownAddresses()
            return own.isEmpty ? ["127.0.0.1"] : own
        default: return [host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host]
        }
    }

    /// This machine's addresses in its networks.
    private static func ownAddresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
                entry.ifa_flags & UInt32(IFF_UP) != 0, entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                getnameinfo(
                    address, socklen_t(MemoryLayout<sockaddr_in>.size), &name, socklen_t(name.count), nil, 0,
                    NI_NUMERICHOST) == 0
            else { continue }
            addresses.append(String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        return addresses
    }
}

extension ZooScanError.Code {
    /// The server cannot listen at that address.
    static let addressUnavailable = Self(name: "address-unavailable")
}

import CMicroHTTPD
import Glibc
public import ZooScan

/// A server for the page and its interface: it answers from the time it is made until it is stopped.
public final class WebServer: Sendable {
    /// Where a server listens.
    public struct Address: Sendable {
        /// What only this machine reaches.
        public static let standardHost = "127.0.0.1"
        /// The port where none is named.
        public static let standardPort = 8484

        /// A name or a numeric address of this machine; `nil` for ``standardHost``, where no access token is needed.
        public var host: String?
        /// 0 for any that is free.
        public var port = standardPort

        /// This machine alone, and the usual port.
        public init() {}
    }

    /// The port that it listens on.
    public let port: Int
    /// Where it can be opened, the address that fits best first; with the access token where one is needed.
    public let links: [String]

    private let site: Site
    private let daemon: Daemon
    private let connections: Connections

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - store: The animals it shows and changes.
    ///   - classifier: What names the animals in photos that are uploaded.
    ///   - address: Where it listens.
    /// - Throws: ``ZooScanError`` if it cannot listen there.
    public convenience init(
        _ store: AnimalStore, _ classifier: Classifier, at address: Address = Address()
    ) throws(ZooScanError) {
        try self.init(store, classifier, at: address, limits: Limits())
    }

    /// Starts a server with limits of its own, for tests.
    package init(
        _ store: AnimalStore, _ classifier: Classifier, at address: Address, limits: Limits
    ) throws(ZooScanError) {
        let host = address.host ?? Address.standardHost
        let isLocal = address.host == nil
        let policy: AccessPolicy = isLocal ? .local : .shared(on: host, token: AccessPolicy.makeToken())
        store.removeUnfinishedUploads()
        site = Site(store, classifier, policy, limits)
        connections = Connections(limits)
        daemon = try Daemon(site, connections, try ListeningAddress(host: host, port: address.port), limits)
        port = daemon.port
        let (port, ending) = (daemon.port, policy.token.map { "?token=\($0)" } ?? "")
        links = ListeningAddress.reachable(host).map { "http://\($0):\(port)/\(ending)" }
        watch()
    }

    /// Makes the whole program's threads share two pools of memory, for a program that does nothing but serve.
    ///
    /// Each connection has a thread, and each thread otherwise a pool that keeps what the largest photo took.
    package static func shareMemory() { zoo_limit_memory_pools(2) }

    deinit { stop() }

    /// Finishes what is under way, for some seconds at most, and then answers no more.
    public func stop() {
        daemon.stopListening()
        site.close()
        for _ in 0..<100 where !connections.areIdle { usleep(50_000) }
        daemon.stop()
    }

    /// Starts the thread that looks after what has taken too long; it ends with this object.
    private func watch() {
        let (site, connections, daemon) = (site, connections, daemon)
        BackgroundThread {
            while !daemon.isStopped {
                connections.cutOffLate()
                site.removals.discardExpired()
                usleep(250_000)
            }
        }?.detach()
    }
}

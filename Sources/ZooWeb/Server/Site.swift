import ZooProcessor
package import ZooScan

/// What the server serves: the animals of a store, what names them, and the page; it knows nothing of sockets.
package final class Site: Sendable {
    let store: AnimalStore
    let classifier: Classifier
    let limits: Limits
    let policy: AccessPolicy
    let events: EventHub
    let removals: Removals
    /// As many photos are worked on at a time as there are processors.
    let classifying: Gate
    /// Reading takes memory for each who reads.
    let listing = Gate(limit: 8)
    /// A disk that hangs must not keep the lists from being read.
    let readingPhotos = Gate(limit: 4)

    init(_ store: AnimalStore, _ classifier: Classifier, _ policy: AccessPolicy, _ limits: Limits) {
        self.store = store
        self.classifier = classifier
        self.policy = policy
        self.limits = limits
        events = EventHub(store, limits)
        removals = Removals(store, limits)
        classifying = Gate(limit: Processors.available)
    }

    /// A site that only this machine reaches, for tests.
    package convenience init(
        _ store: AnimalStore, _ classifier: Classifier, limits: Limits = Limits(), token: String? = nil
    ) {
        let policy = token.map { AccessPolicy.shared(on: "0.0.0.0", token: $0) } ?? .local
        self.init(store, classifier, policy, limits)
    }

    /// Ends what goes on by itself.
    package func close() {
        events.close()
        removals.discardAll()
    }

    /// Every route, the page's and the interface's.
    package static let routes: [Route] =
        HealthRoutes.all + AnimalRoutes.all + ChangeRoutes.all + PictureRoutes.all + UploadRoutes.all + LabelRoutes.all
        + EventRoutes.all + PageRoutes.all
}

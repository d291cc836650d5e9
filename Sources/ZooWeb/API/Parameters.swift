import FoundationEssentials
import ZooScan

extension Call {
    /// The animal's id in the address.
    func id() throws(ZooScanError) -> UUID {
        let text = parameters.first ?? ""
        // One address an animal: an id in capitals would be a second one.
        guard let id = UUID(uuidString: text), id.uuidString.lowercased() == text else {
            throw ZooScanError(
                .noRecord, path: nil,
                "“\(PhotoPath(String(text.prefix(100))))” is no animal's id: one is written like "
                    + "1f3a9c02-77b0-8a1e-9c55-0123456789ab")
        }
        return id
    }

    /// The photos of the body, of a route that takes some.
    func photos() throws(ZooScanError) -> [PhotoReception.Photo] {
        guard case .photos(let reception) = body else { preconditionFailure("the route takes no photos") }
        return try reception.take()
    }

    /// A whole number of the query.
    func integer(_ name: String, in bounds: ClosedRange<Int>, standard: Int) throws(ZooScanError) -> Int {
        guard let text = query(name) else { return standard }
        guard let number = Int(text), bounds.contains(number) else {
            throw wrong(name, "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return number
    }

    /// A yes or no of the query.
    func flag(_ name: String) throws(ZooScanError) -> Bool {
        switch query(name) {
        case nil, "false": return false
        case "true": return true
        default: throw wrong(name, "true or false")
        }
    }

    /// Refuses parameters that the route does not know, which would silently not count.
    func checkQuery(_ known: [String]) throws(ZooScanError) {
        guard let stranger = target.query.first(where: { !known.contains($0.name) }) else { return }
        let hint = closest(to: stranger.name, among: known).map { ". Did you mean “\($0)”?" } ?? ""
        throw ZooScanError(
            .badRequest, path: nil, "there is no parameter “\(PhotoPath(String(stranger.name.prefix(100))))”\(hint)")
    }

    func wrong(_ name: String, _ expected: String) -> ZooScanError {
        ZooScanError(
            .badRequest, path: nil,
            "\(name) must be \(expected), but is “\(PhotoPath(String((query(name) ?? "").prefix(100))))”")
    }
}

import FoundationEssentials
import ZooScan

/// The photos, and their small pictures.
///
/// An id is made of the photo's content, so the pictures of one never change.
enum PictureRoutes {
    static let all = [
        Route(.get, "/api/v1/animals/{id}/picture") { site, call throws(ZooScanError) in
            let animal = try site.animal(call.id())
            let photo = try site.readingPhotos.pass { () throws(ZooScanError) in try site.store.photo(of: animal) }
            return .lasting(
                photo.bytes, type: photo.isPNG ? "image/png" : "image/jpeg", tag: animal.sha256, for: call.head)
        },
        Route(.get, "/api/v1/animals/{id}/thumbnail") { site, call throws(ZooScanError) in
            let id = try call.id()
            guard let bytes = try site.store.thumbnail(of: id) else {
                throw ZooScanError(
                    .noRecord, path: nil, "there is no animal of the id \(id.uuidString.lowercased())")
            }
            return .lasting(bytes, type: "image/jpeg", tag: id.uuidString.lowercased(), for: call.head)
        },
    ]
}

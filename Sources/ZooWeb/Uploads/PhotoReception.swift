import Glibc
import ZooScan

/// Photos on their way in: each goes to a file of its own as it comes, and never into memory.
///
/// For one thread at a time. Files that nobody has taken are removed with it, so that an upload that is cut off leaves
/// nothing behind.
package final class PhotoReception {
    /// A photo that has come, or why it has not.
    struct Photo {
        let name: String?
        let file: Result<PhotoPath, ZooScanError>
    }

    private let store: AnimalStore
    private let limits: Limits
    private var photos: [Photo] = []
    private var current: (name: String?, file: PhotoPath, descriptor: Int32, count: Int)?
    /// Why the photo that is coming will not be taken.
    private var currentError: (name: String?, error: ZooScanError)?
    /// Why none of the photos will be taken.
    private(set) var refusal: ZooScanError?

    init(_ store: AnimalStore, _ limits: Limits) {
        self.store = store
        self.limits = limits
    }

    deinit { discard() }

    /// A photo begins.
    ///
    /// - Parameter name: What its file is called elsewhere.
    package func begin(_ name: String?) {
        end()
        guard refusal == nil else { return }
        guard photos.count < limits.photosPerRequest else {
            return refuse(
                ZooScanError(
                    .tooManyFiles, path: nil,
                    "at most \(limits.photosPerRequest) photos are taken in one request: send the others in a further one"
                ))
        }
        do throws(ZooScanError) {
            let file = try store.newUpload()
            let descriptor = file.withCString { open($0, O_WRONLY | O_CLOEXEC) }
            guard descriptor >= 0 else { throw failure(name) }
            current = (name, file, descriptor, 0)
        } catch {
            currentError = (name, error)
        }
    }

    /// More of the photo that began last.
    package func append(_ bytes: UnsafeRawBufferPointer) {
        guard let now = current else { return }
        current!.count += bytes.count
        guard now.count + bytes.count <= limits.photoBytes else {
            return fail(
                ZooScanError(
                    .tooLarge, path: now.name.map { PhotoPath($0) },
                    "holds more than \(limits.photoBytes >> 20) MiB, the most that is taken of one photo"))
        }
        var rest = bytes
        while !rest.isEmpty {
            let count = write(now.descriptor, rest.baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return fail(failure(now.name)) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    /// The photo that began last is there.
    package func end() {
        if let (name, error) = currentError { photos.append(Photo(name: name, file: .failure(error))) }
        currentError = nil
        guard let (name, file, descriptor, _) = current else { return }
        current = nil
        if close(descriptor) == 0 {
            photos.append(Photo(name: name, file: .success(file)))
        } else {
            photos.append(Photo(name: name, file: .failure(failure(name))))
            _ = file.withCString { unlink($0) }
        }
    }

    /// None of the photos is taken.
    func refuse(_ error: ZooScanError) {
        discard()
        refusal = error
    }

    /// Hands out what has come; whoever takes it removes the files.
    func take() throws(ZooScanError) -> [Photo] {
        end()
        if let refusal { throw refusal }
        defer { photos = [] }
        return photos
    }

    private func fail(_ error: ZooScanError) {
        guard let (name, file, descriptor, _) = current else { return }
        current = nil
        currentError = (name, error)
        close(descriptor)
        _ = file.withCString { unlink($0) }
    }

    private func discard() {
        end()
        for case .success(let file) in photos.map(\.file) { _ = file.withCString { unlink($0) } }
        photos = []
    }

    private func failure(_ name: String?) -> ZooScanError {
        let reason = errno
        return ZooScanError(
            reason == ENOSPC || reason == EDQUOT ? .diskFull : .unwritable, path: name.map { PhotoPath($0) },
            "the upload cannot be written: \(String(cString: strerror(reason)))")
    }
}

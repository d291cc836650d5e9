import ZooImage
import ZooStore

extension BulkRun {
    /// Reads and examines a file.
    func examine(_ file: File, labeller: Labeller?) -> Output {
        do throws(ZooScanError) {
            let (bytes, state) = try PhotoFile.readWithState(file.absolute)
            let content = bytes.withUnsafeBytes(sha256Digest)
            var failure: ZooScanError?
            let outcome = claims.outcome(of: content) {
                do throws(ZooScanError) {
                    guard
                        let known = try store.read({ transaction throws(StoreError) in
                            try transaction.animal(content: content)
                        })
                    else { return false }
                    return classifier == nil || known.label != nil
                } catch {
                    failure = error
                    return true
                }
            } examine: { () -> ContentClaims.Outcome in
                do throws(ZooScanError) {
                    let photo: ExaminedPhoto
                    if let classifier {
                        photo = try classifier.examine(bytes: bytes, named: file.absolute)
                    } else {
                        photo = try ExaminedPhoto(unclassified: bytes, named: file.absolute, options: decoding)
                    }
                    return .success((photo, try keep(bytes, content)))
                } catch {
                    return .failure(error)
                }
            }
            if let failure { return .broken(failure) }
            switch outcome {
            case nil:
                return .copy(file, content: content, state, kept: try keep(bytes, content))
            case .success(let (photo, kept)):
                var record = AnimalRecord(photo, content: content, byteCount: bytes.count, labeller: labeller)
                record.kept = kept
                return .photo(file, record, thumbnail: photo.thumbnail.jpeg, state)
            case .failure(let error):
                if error.isOfStore { return .broken(error) }
                // The file that was examined may be another one of the same content.
                return .failure(
                    file, ZooScanError(error.code, path: file.absolute, error.cause), content: content)
            }
        } catch {
            return error.isOfStore ? .broken(error) : .failure(file, error, content: nil)
        }
    }

    private func keep(_ bytes: [UInt8], _ content: [UInt8]) throws(ZooScanError) -> String? {
        options.keepsPhotos ? try store.keptPhotos.keep(bytes, content: content) : nil
    }
}

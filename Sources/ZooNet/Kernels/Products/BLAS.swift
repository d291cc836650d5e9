import COpenBLAS
import Synchronization

/// Matrix products by OpenBLAS: the one file through which ZooScan calls it.
///
/// All matrices are row-major, of single precision, and without gaps between their rows.
enum BLAS {
    /// Whether several threads may call OpenBLAS at the same time.
    ///
    /// A build without threads usually has no locks either: two products at once then share one work buffer and are
    /// silently wrong. Debian's `libopenblas-serial-dev` is such a build, `libopenblas-pthread-dev` is not.
    private static let isThreadSafe: Bool = {
        // OpenBLAS must not divide work by itself: the session's pool does, and bulk runs would oversubscribe the machine.
        openblas_set_num_threads(1)
        return openblas_get_parallel() != 0
    }()

    private static let turn = Mutex(())

    /// Call once before the first product.
    static func prepare() { _ = isThreadSafe }

    /// Computes c[rows × columns] = a[rows × inner] · transpose(b[columns × inner]).
    static func multiply(
        rows: Int, columns: Int, inner: Int, _ a: UnsafePointer<Float>, transposed b: UnsafePointer<Float>,
        into c: UnsafeMutablePointer<Float>
    ) {
        func product() {
            if rows == 1 {
                // A matrix times a vector only streams the weights; OpenBLAS would first copy them for a full product.
                cblas_sgemv(
                    CblasRowMajor, CblasNoTrans, numericCast(columns), numericCast(inner), 1, b, numericCast(inner), a,
                    1, 0, c, 1)
            } else {
                cblas_sgemm(
                    CblasRowMajor, CblasNoTrans, CblasTrans, numericCast(rows), numericCast(columns),
                    numericCast(inner), 1, a, numericCast(inner), b, numericCast(inner), 0, c, numericCast(columns))
            }
        }
        if isThreadSafe { product() } else { turn.withLock { _ in product() } }
    }
}

/// c[rows × columns] = a[rows × inner] · transpose(b[columns × inner]), by the implementation asked for.
///
/// All matrices are row-major; a leading dimension is the distance between two rows, in elements.
func multiply(
    _ kernels: KernelSet, rows: Int, columns: Int, inner: Int,
    _ a: UnsafePointer<Float>, leading lda: Int,
    transposed b: UnsafePointer<Float>, leading ldb: Int,
    into c: UnsafeMutablePointer<Float>, leading ldc: Int
) {
    switch kernels {
    case .vector:
        BLAS.multiply(
            rows: rows, columns: columns, inner: inner, a, leading: lda, transposed: b, leading: ldb, into: c,
            leading: ldc)
    case .scalar:
        for row in 0..<rows {
            for column in 0..<columns {
                var sum: Float = 0
                for i in 0..<inner { sum += a[row * lda + i] * b[column * ldb + i] }
                c[row * ldc + column] = sum
            }
        }
    }
}

/// Reads a flatbuffer where it lies, and follows no reference before it was checked.
///
/// All numbers are little-endian, and nothing is taken to be aligned. A table begins with the distance back to its
/// vtable, which says where each field stands inside the table; strings, vectors and other tables are referred to by
/// their distance ahead. References can only lead ahead, so they cannot go round in circles, but many may lead to the same
/// place: therefore what is read in all is bounded, too.
package final class FlatbufferReader {
    /// The flatbuffer; every position below counts from its start.
    package let bytes: UnsafeRawBufferPointer
    /// The tables that may still be followed.
    private var tablesLeft = FlatbufferReader.maximumTables
    /// The bytes of strings and vectors that may still be copied.
    private var bytesLeft: Int

    /// The tables that are followed in one file; the largest models have some ten thousand tensors.
    package static let maximumTables = 200_000
    /// How many tables may lie inside each other.
    package static let maximumDepth = 32

    /// Reads from these bytes, which must outlive the reader and its tables.
    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        // Honest files share a vector now and then; none reads its whole content several times.
        bytesLeft = max(bytes.count, 1024) * 4
    }

    /// The four letters that say what the flatbuffer holds; `nil` if it is too short to have any.
    package var identifier: [UInt8]? { bytes.count >= 8 ? Array(bytes[4..<8]) : nil }

    /// The table that everything else hangs on.
    ///
    /// - Parameter name: What to call it in errors.
    package func root(_ name: String) throws(ModelError) -> FlatbufferTable {
        try table(at: try target(of: 0, name), name, depth: 1)
    }

    /// Reads a number that may stand at any address.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at position: Int, _ name: @autoclosure () -> String
    ) throws(ModelError) -> Number {
        guard position >= 0, position <= bytes.count - MemoryLayout<Number>.size else {
            throw Self.damage(name(), "lies at byte \(position), but there are only \(bytes.count) bytes")
        }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Number.self))
    }

    /// Where the reference at a position leads.
    func target(of position: Int, _ name: @autoclosure () -> String) throws(ModelError) -> Int {
        let distance: UInt32 = try number(at: position, name())
        let target = position + Int(distance)
        guard distance > 0, target <= bytes.count - 4 else {
            throw Self.damage(
                name(),
                "is said to lie \(distance) bytes after byte \(position), but there are only \(bytes.count) bytes")
        }
        return target
    }

    /// The bytes of a vector whose length stands at a position.
    func vector(at position: Int, elementSize: Int, _ name: @autoclosure () -> String) throws(ModelError) -> Range<Int>
    {
        let count: UInt32 = try number(at: position, name())
        let start = position + 4
        guard Int(count) * elementSize <= bytes.count - start else {
            throw Self.damage(
                name(), "is said to have \(count) elements, but only \(bytes.count - start) bytes follow its length")
        }
        return start..<start + Int(count) * elementSize
    }

    /// Checks the table at a position and its vtable.
    func table(at position: Int, _ name: String, depth: Int) throws(ModelError) -> FlatbufferTable {
        guard depth <= Self.maximumDepth else {
            throw Self.damage(name, "lies inside more than \(Self.maximumDepth) other tables")
        }
        guard tablesLeft > 0 else {
            throw Self.damage(name, "comes after \(Self.maximumTables) tables already, more than any model has")
        }
        tablesLeft -= 1
        let distance: Int32 = try number(at: position, name)
        let vtable = position - Int(distance)
        let vtableSize: UInt16 = try number(at: vtable, "the vtable of \(name)")
        let size: UInt16 = try number(at: vtable + 2, "the vtable of \(name)")
        guard vtableSize >= 4, vtableSize % 2 == 0, Int(vtableSize) <= bytes.count - vtable else {
            throw Self.damage(name, "has a vtable of \(vtableSize) bytes at byte \(vtable), which cannot be")
        }
        guard size >= 4, Int(size) <= bytes.count - position else {
            throw Self.damage(name, "is said to take \(size) bytes at byte \(position), which cannot be")
        }
        return FlatbufferTable(
            reader: self, name: name, position: position, size: Int(size), vtable: vtable,
            fields: (Int(vtableSize) - 4) / 2, depth: depth)
    }

    /// Notes that so many bytes are about to be copied, before memory is taken for them.
    func willCopy(_ count: Int, _ name: @autoclosure () -> String) throws(ModelError) {
        guard count <= bytesLeft else {
            throw Self.damage(name(), "refers to bytes that others refer to as well, more than an honest file does")
        }
        bytesLeft -= count
    }

    static func damage(_ name: String, _ what: String) -> ModelError {
        ModelError(.corrupt, "is damaged: \(name) \(what)")
    }
}

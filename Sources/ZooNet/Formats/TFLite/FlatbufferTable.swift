/// A table of a flatbuffer whose vtable was checked; its fields are checked as they are read.
///
/// A field is asked for by its number in the schema and by the name that errors call it. One that the file does not have
/// is `nil` or takes its default.
package struct FlatbufferTable {
    let reader: FlatbufferReader
    /// What errors call the table.
    let name: String
    let position: Int
    let size: Int
    let vtable: Int
    let fields: Int
    let depth: Int

    /// Where a field stands, which has room for so many bytes.
    private func place(of field: Int, _ fieldName: String, size: Int) throws(ModelError) -> Int? {
        guard field < fields else { return nil }
        let offset: UInt16 = try reader.number(at: vtable + 4 + 2 * field, path(fieldName))
        guard offset != 0 else { return nil }
        guard offset >= 4, Int(offset) + size <= self.size else {
            throw FlatbufferReader.damage(path(fieldName), "lies outside its table")
        }
        return position + Int(offset)
    }

    private func path(_ fieldName: String) -> String { "\(name).\(fieldName)" }

    /// A whole number of the field's type in the schema.
    func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        _ field: Int, _ fieldName: String, default standard: Number
    ) throws(ModelError) -> Number {
        guard let place = try place(of: field, fieldName, size: MemoryLayout<Number>.size) else { return standard }
        return try reader.number(at: place, path(fieldName))
    }

    /// A single-precision number.
    func float(_ field: Int, _ fieldName: String, default standard: Float) throws(ModelError) -> Float {
        Float(bitPattern: try integer(field, fieldName, default: standard.bitPattern))
    }

    /// Yes or no.
    func flag(_ field: Int, _ fieldName: String) throws(ModelError) -> Bool {
        try integer(field, fieldName, default: UInt8(0)) != 0
    }

    /// Where the content of a vector lies.
    func range(_ field: Int, _ fieldName: String, elementSize: Int) throws(ModelError) -> Range<Int>? {
        guard let place = try place(of: field, fieldName, size: 4) else { return nil }
        let start = try reader.target(of: place, path(fieldName))
        return try reader.vector(at: start, elementSize: elementSize, path(fieldName))
    }

    /// A vector of whole numbers of the given type.
    func integers<Number: FixedWidthInteger & BitwiseCopyable>(
        _ field: Int, _ fieldName: String, as type: Number.Type
    ) throws(ModelError) -> [Number]? {
        let size = MemoryLayout<Number>.size
        guard let range = try range(field, fieldName, elementSize: size) else { return nil }
        try reader.willCopy(range.count, path(fieldName))
        return stride(from: range.lowerBound, to: range.upperBound, by: size).map {
            Number(littleEndian: reader.bytes.loadUnaligned(fromByteOffset: $0, as: Number.self))
        }
    }

    /// A vector of single-precision numbers.
    func floats(_ field: Int, _ fieldName: String) throws(ModelError) -> [Float]? {
        try integers(field, fieldName, as: UInt32.self)?.map { Float(bitPattern: $0) }
    }

    /// A text; bytes that are no UTF-8 are replaced.
    func string(_ field: Int, _ fieldName: String) throws(ModelError) -> String? {
        guard let range = try range(field, fieldName, elementSize: 1) else { return nil }
        try reader.willCopy(range.count, path(fieldName))
        return String(decoding: reader.bytes[range], as: UTF8.self)
    }

    /// A table inside this one.
    package func table(_ field: Int, _ fieldName: String) throws(ModelError) -> FlatbufferTable? {
        guard let place = try place(of: field, fieldName, size: 4) else { return nil }
        return try reader.table(
            at: try reader.target(of: place, path(fieldName)), path(fieldName), depth: depth + 1)
    }

    /// A vector of tables; none if the file does not have the field.
    func tables(_ field: Int, _ fieldName: String) throws(ModelError) -> [FlatbufferTable] {
        guard let range = try range(field, fieldName, elementSize: 4) else { return [] }
        try reader.willCopy(range.count, path(fieldName))
        var tables: [FlatbufferTable] = []
        for place in stride(from: range.lowerBound, to: range.upperBound, by: 4) {
            let element = "\(name).\(fieldName)[\(tables.count)]"
            tables.append(
                try reader.table(at: try reader.target(of: place, element), element, depth: depth + 1))
        }
        return tables
    }
}

import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooNet

/// Tensors that lie in files beside the model, where they may and where they may not.
final class ONNXExternalDataTests {
    private let memory = FilesInMemory()
    private let outside: TemporaryFolder
    /// The model's folder.
    private let folder: URL

    init() throws {
        outside = try TemporaryFolder()
        folder = outside.url.appendingPathComponent("model")
        let numbers = (0..<8).flatMap { littleEndian(Float($0).bitPattern) }
        for place in ["secret.bin", "model/weights.bin", "model/deep/er/weights.bin"] {
            try outside.write(place, numbers)
        }
        try outside.write("model/empty.bin", [])
    }

    private func tensor(
        _ location: String?, offset: String? = nil, length: String? = nil, shape: [Int] = [2],
        _ type: ONNXElementType = .float
    ) -> MadeTensor {
        let entries = [("location", location), ("offset", offset), ("length", length), ("checksum", "00")]
        return MadeTensor(
            shape, type, .external(entries.compactMap { key, value in value.map { (key, $0) } }))
    }

    private func open(_ tensors: [MadeTensor]) throws(ModelError) -> ONNXModel {
        var made = MadeONNX()
        for (index, tensor) in tensors.enumerated() { made.initializer("w\(index)", tensor) }
        return try ONNXModel(memory.file(made.bytes), externalDataIn: Array(folder.path.utf8))
    }

    private func failure(_ tensor: MadeTensor) -> ModelError? {
        do throws(ModelError) {
            _ = try open([tensor])
            return nil
        } catch {
            return error
        }
    }

    private func link(_ name: String, to target: String) {
        #expect(symlink(target, folder.appendingPathComponent(name).path) == 0)
    }

    @Test func numbersFromAnotherFile() throws {
        let initializers = try open([
            tensor("weights.bin"), tensor("./weights.bin", offset: "8", length: "8"),
            tensor("deep//er/weights.bin", offset: "24"), tensor("weights.bin", offset: "1", shape: [7]),
            tensor("weights.bin", offset: "32", shape: [0]), tensor("weights.bin", offset: "4", shape: [2], .float16),
        ]).graph.initializers
        func values(_ name: String) throws -> [Float] { try numbers(#require(initializers[name])) }
        #expect(try values("w0") == [0, 1])
        #expect(try values("w1") == [2, 3])
        #expect(try values("w2") == [6, 7])
        // Not aligned, so copied: the bytes of 0, 1, … moved by one.
        #expect(try values("w3").first?.bitPattern == 0x0000_0000)
        #expect(try values("w3")[1].bitPattern == 0x003F_8000)
        #expect(try values("w4") == [])
        #expect(try values("w5") == [0, 1.875])
        // One file is mapped once, whatever it is called.
        let first = try #require(initializers["w0"]).constant()
        let second = try #require(initializers["w1"]).constant()
        #expect(second.elements.baseAddress! - first.elements.baseAddress! == 2)
    }

    @Test(arguments: [
        "/etc/passwd", "/", "../secret.bin", "deep/../../secret.bin", "deep/../weights.bin", "..", ".", "./", "",
        "weights.bin\0", "deep/..",
    ])
    func placesOutsideTheFolder(location: String) {
        let error = failure(tensor(location, shape: [1]))
        #expect(error?.code == .corrupt)
        #expect(error?.cause.contains("its own folder") == true, "\(error?.cause ?? "accepted")")
    }

    @Test func linksAreNotFollowed() {
        link("out.bin", to: "../secret.bin")
        link("in.bin", to: "weights.bin")
        link("up", to: "..")
        link("down", to: "deep")
        for location in ["out.bin", "in.bin", "up/secret.bin", "down/er/weights.bin"] {
            let error = failure(tensor(location))
            #expect(error?.code == .unsupported)
            #expect(error?.cause.contains("symbolic link") == true, "\(error?.cause ?? "accepted")")
        }
    }

    /// The folder itself is the user's choice.
    @Test func folderThatIsALink() throws {
        let alias = outside.url.appendingPathComponent("alias")
        #expect(symlink("model", alias.path) == 0)
        var made = MadeONNX()
        made.initializer("w", tensor("weights.bin"))
        let model = try ONNXModel(memory.file(made.bytes), externalDataIn: Array(alias.path.utf8))
        #expect(try numbers(#require(model.graph.initializers["w"])) == [0, 1])
    }

    @Test func whatIsNoFile() {
        #expect(mkfifo(folder.appendingPathComponent("pipe").path, 0o600) == 0)
        for (location, code, word) in [
            ("pipe", ModelError.Code.unreadable, "regular file"), ("deep", .unreadable, "regular file"),
            ("missing.bin", .unreadable, "No such file"), ("weights.bin/more", .unreadable, "Not a directory"),
            ("empty.bin", .corrupt, "is empty"),
        ] {
            let error = failure(tensor(location))
            #expect(error?.code == code)
            #expect(error?.cause.contains(word) == true, "\(error?.cause ?? "accepted")")
        }
    }

    @Test func placesOutsideTheFile() {
        for (made, word) in [
            (tensor("weights.bin", shape: [9]), "ends after 32"),
            (tensor("weights.bin", offset: "28"), "ends after 32"),
            (tensor("weights.bin", offset: "33", shape: [0]), "ends after 32"),
            (tensor("weights.bin", offset: "\(Int.max)"), "ends after 32"),
            (tensor("weights.bin", offset: "-4"), "impossible offset"),
            (tensor("weights.bin", offset: "99999999999999999999"), "impossible offset"),
            (tensor("weights.bin", offset: "four"), "impossible offset"),
            (tensor("weights.bin", length: "-8"), "impossible length"),
            (tensor("weights.bin", length: "12"), "needs 8 bytes, but has a length of 12"),
            (tensor("weights.bin", shape: [1 << 40]), "ends after 32"), (tensor(nil), "does not say in which"),
            (tensor("weights.bin", shape: [1], .string), "texts as raw bytes"),
        ] {
            let error = failure(made)
            #expect(error?.code == .corrupt)
            #expect(error?.cause.contains(word) == true, "\(error?.cause ?? "accepted")")
        }
    }

    @Test func folderThatIsMissing() {
        var made = MadeONNX()
        made.initializer("w", tensor("weights.bin"))
        let error = #expect(throws: ModelError.self) {
            try ONNXModel(memory.file(made.bytes), externalDataIn: Array("/nowhere/at/all".utf8))
        }
        #expect(error?.code == .unreadable)
        let refused = #expect(throws: ModelError.self) {
            try ONNXModel(memory.file(made.bytes), externalDataIn: nil)
        }
        #expect(refused?.code == .unsupported)
    }
}

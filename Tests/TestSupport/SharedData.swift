public import FoundationEssentials
public import Testing

/// The reference data that is too large, or not free enough, to ship with the project.
///
/// It is looked for in the folder that `ZOOSCAN_SHARED` names, and beside the project otherwise. Tests that need it are
/// switched on by `.enabled(if: SharedData.isPresent, SharedData.absence)`, so that its absence is said aloud.
public enum SharedData {
    /// The folder, whether it exists or not.
    public static let folder: URL = {
        if let named = ProcessInfo.processInfo.environment["ZOOSCAN_SHARED"], !named.isEmpty {
            return URL(fileURLWithPath: named)
        }
        return projectFolder.deletingLastPathComponent().appendingPathComponent("shared")
    }()

    /// Whether it is there.
    public static let isPresent = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("reference/lite0-index.json").path)

    /// What a skipped test says.
    public static let absence: Comment = "skipped: no reference data at ZOOSCAN_SHARED or ../shared"

    /// The address of one of its files, by its path inside the folder.
    public static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// The bytes of one of its files.
    public static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(path))) }

    /// The files directly inside one of its folders, in name order.
    public static func files(in path: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(atPath: url(path).path).sorted()
            .map { url(path).appendingPathComponent($0) }
    }
}

/// The project's own folder, found from this file's place in it.
public let projectFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A file that ships with the tests, by its path inside `Tests/Fixtures`.
public func fixture(_ path: String) -> URL {
    projectFolder.appendingPathComponent("Tests/Fixtures").appendingPathComponent(path)
}

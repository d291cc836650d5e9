import Glibc

/// Measures what the programs' users wait for; each measurement prints Markdown.
@main
enum ZooBench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "records": try Records.run(count: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000)
        case "scan":
            try Scanning.run(photos: arguments.count > 1 ? Array(arguments.dropFirst()) : ["Tests/Fixtures/Photos"])
        default:
            print("usage: ZooBench records [COUNT] | scan [FOLDER…]")
            exit(2)
        }
    }
}

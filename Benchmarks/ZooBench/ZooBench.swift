import Glibc

/// Measures what the programs' users wait for; each measurement prints Markdown.
@main
enum ZooBench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "decode":
            try Decoding.run(
                photos: arguments.count > 1 ? Array(arguments.dropFirst()) : ["Tests/Fixtures/Photos/chelsea.png"])
        case "records": try Records.run(count: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000)
        case "scan":
            try Scanning.run(photos: arguments.count > 1 ? Array(arguments.dropFirst()) : ["Tests/Fixtures/Photos"])
        case "load":
            try Loading.run(
                models: arguments.count > 1 ? Array(arguments.dropFirst()) : ["Models/efficientnet-lite0"])
        case "kernels":
            try Kernels.run(
                arguments.count > 1 ? Array(arguments.dropFirst()) : ["Benchmarks/shapes/efficientnet-lite0.txt"])
        default:
            print(
                "usage: ZooBench kernels [SHAPES.txt…] | decode [PHOTO…] | load [MODEL…] | records [COUNT] | scan [FOLDER…]"
            )
            exit(2)
        }
    }
}

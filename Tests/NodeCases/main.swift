import FoundationEssentials
import Glibc
import ZooNet

// Runs the onnx package's node test cases, which generate.py has written as files, and prints what came of each.
//
// Usage: NodeCases FOLDER [--all]   (--all prints the cases that passed, too)

let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first else {
    print("usage: NodeCases FOLDER [--all]")
    exit(2)
}
let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
var tally = Tally(printsAll: arguments.contains("--all"))
for name in names {
    tally.add(name, run(URL(fileURLWithPath: folder).appendingPathComponent(name)))
}
tally.report()
exit(tally.hasFailed ? 1 : 0)

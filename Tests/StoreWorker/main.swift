// A program that uses a store, for tests of what several programs do to each other: its arguments are what to do, the
// store's folder, a number that no other worker has, and how many milliseconds to go on. It writes a line for each batch
// that it was told is stored, and at its end what it did, as JSON.
import FoundationEssentials
import Glibc
import StoreWork

func say(_ line: [UInt8]) {
    let line = line + [0x0A]
    _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let writer = UInt64(arguments[3]), let time = Int(arguments[4]) else { exit(2) }
let folder = Array(arguments[2].utf8)
let duration = Duration.milliseconds(time)
var tally = Tally()
do {
    switch arguments[1] {
    case "bulk": tally = try writeInBulk(folder, writer: writer, for: duration) { say(Array("\($0)".utf8)) }
    case "single": tally = try writeSingly(folder, writer: writer, for: duration)
    default:
        guard let reading = Reading(rawValue: arguments[1]) else { exit(2) }
        tally = try read(folder, reading, for: duration)
    }
} catch { tally.errors.append("\(error)") }
try say(Array(JSONEncoder().encode(tally)))

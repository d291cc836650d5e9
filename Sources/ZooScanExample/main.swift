import FoundationEssentials
import ZooScan

// The smallest program that uses the library: names the animal in each photo that it is given.
//
//     swift run -c release ZooScanExample photo.jpg …

// Loading the model takes some milliseconds; one classifier serves any number of photos and threads.
let classifier = try Classifier()

for path in CommandLine.arguments.dropFirst() {
    do {
        let found = try classifier.classify(contentsOf: URL(fileURLWithPath: path))
        print("\(path): \(found.label) (\(Int((found.confidence * 100).rounded())) %)")
    } catch {
        // The error names the file and says what is wrong with it.
        print(error)
    }
}

import FoundationEssentials
import ZooScan

// The smallest program that uses the library: names the animal in each photo that it is given, and keeps a record.
//
//     swift run -c release ZooScanExample photo.jpg …

// Loading the model takes some milliseconds; one classifier serves any number of photos and threads.
let classifier = try Classifier()

// A store is a folder; this one is made where there is none.
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ZooScanExample")
let store = try AnimalStore(at: folder)

for path in CommandLine.arguments.dropFirst() {
    do {
        let photo = URL(fileURLWithPath: path)
        let found = try classifier.classify(contentsOf: photo)
        print("\(path): \(found.label) (\(Int((found.confidence * 100).rounded())) %)")
        // A photo that was stored before, under whatever name, keeps its record and its heart.
        try store.addAnimal(imageAt: photo, as: found, by: classifier)
    } catch {
        // The error names the file and says what is wrong with it.
        print(error)
    }
}

for animal in store.animals.prefix(5) {
    print("in the store: \(animal.label), scanned at \(Timestamp.local(animal.scannedAt))")
}

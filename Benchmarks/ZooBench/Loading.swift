import Glibc
import ZooNet
import ZooScan

/// `ZooBench load`: how long a model takes from its file to a classifier that is ready.
enum Loading {
    private static let rounds = 25

    static func run(models: [String]) throws {
        print("# Loading: milliseconds, \(rounds) rounds in turn, files in the system's cache\n")
        print("| model | median | least |")
        print("|---|---|---|")
        var times = [[Double]](repeating: [], count: models.count)
        let clock = ContinuousClock()
        // The first round brings the files into the cache and does not count.
        for round in 0...rounds {
            for (place, model) in models.enumerated() {
                let start = clock.now
                let classifier = try Classifier(model: PhotoPath(bytes: Array(model.utf8)))
                let time = (clock.now - start) / .milliseconds(1)
                withExtendedLifetime(classifier) {}
                if round > 0 { times[place].append(time) }
            }
        }
        for (model, times) in zip(models, times) {
            let sorted = times.sorted()
            let numbers = [sorted[sorted.count / 2], sorted[0]].map { "\(($0 * 100).rounded() / 100)" }
            print("| \(model.split(separator: "/").last ?? "") | \(numbers.joined(separator: " | ")) |")
        }
    }
}

import CAllocationCounter
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooNet

/// What must hold of a session whatever the numbers are.
struct SessionTests {
    /// The default model on a small input: all of its layers, a fiftieth of the work.
    private func smallPlan() throws -> Plan {
        try makePlan(defaultWeights, classes: 1000, inputShape: [1, 32, 32, 3])
    }

    @Test func countedAllocationsAreSeen() {
        guard zoo_allocations_are_counted() else { return }
        let before = zoo_allocation_count()
        // Kept until it was counted, as the optimizer takes out a block that nobody looks at.
        let block = UnsafeMutableRawPointer.allocate(byteCount: Int.random(in: 100...200), alignment: 8)
        let after = zoo_allocation_count()
        block.deallocate()
        #expect(after == before + 1)
    }

    @Test(arguments: [1, 2])
    func runningAllocatesNothing(threads: Int) throws {
        let session = Session(try smallPlan(), threads: threads)
        for _ in 0..<20 { session.run() }
        let runs = isDebugBuild ? 20 : 10_000
        let resident = try residentBytes()
        let before = zoo_allocation_count()
        for _ in 0..<runs { session.run() }
        #expect(zoo_allocation_count() == before, "on the calling thread")
        // Other tests run at the same time, so this bound is wide; one lost activation a run would be a gigabyte.
        if zoo_allocations_are_counted() {
            #expect(try residentBytes() - resident < 500 << 20)
        }
    }

    @Test func otherOperationsAllocateNothingEither() throws {
        var random = SeededGenerator(seed: 11)
        var graph = Graph(inputShape: [1, 9, 9, 6])
        let grouped = Convolution(
            weights: Constant(shape: [6, 2, 3, 3], random.floats(108)), padding: .symmetric(kernel: 3), groups: 3)
        let wide = try graph.add(.convolution(grouped), named: "grouped", inputs: [graph.input])
        let softened = try graph.add(.function(.softplus), named: "softplus", inputs: [wide])
        let gate = try graph.add(.function(.tanh), named: "tanh", inputs: [softened])
        let factor = try graph.add(
            .constant(Constant(shape: [9, 1, 6], random.floats(54))), named: "factor", inputs: [])
        let product = try graph.add(.binary(.multiply), named: "multiply", inputs: [gate, factor])
        let power = try graph.add(.binary(.power), named: "power", inputs: [softened, product])
        let chosen = try graph.add(.select, named: "select", inputs: [factor, power, gate])
        try graph.add(
            .averagePool(Pooling(kernel: 3, stride: 1, padding: .symmetric(kernel: 3)), counted: .none), named: "pool",
            inputs: [chosen])
        let session = Session(try Plan(graph))
        session.run()
        let before = zoo_allocation_count()
        for _ in 0..<10 { session.run() }
        #expect(zoo_allocation_count() == before)
    }

    @Test func runsRepeat() throws {
        let session = Session(try smallPlan(), threads: 2)
        var random = SeededGenerator(seed: 7)
        let input = random.floats(32 * 32 * 3)
        let first = session.logits(of: input)
        #expect(Set(first).count > 100)
        for _ in 0..<20 { #expect(session.logits(of: input) == first) }
    }

    @Test func batchEqualsSingleRuns() throws {
        var random = SeededGenerator(seed: 8)
        let input = random.floats(3 * 32 * 32 * 3)
        let batch = try Session(makePlan(defaultWeights, classes: 1000, inputShape: [3, 32, 32, 3]), threads: 2)
            .logits(of: input)
        let session = Session(try smallPlan())
        for image in 0..<3 {
            let single = session.logits(of: input[image * 3072..<(image + 1) * 3072])
            #expect(largestDifference(single, Array(batch[image * 1000..<(image + 1) * 1000])) <= Tolerance.logits)
        }
    }

    @Test func multiplyAddsOfTheDefaultModel() throws {
        let family = try #require(EfficientNetLite(architecture: "tf_efficientnet_lite0"))
        let graph = try family.graph(weights: open(defaultWeights), classes: 1000, inputShape: [1, 224, 224, 3])
        // 407 million is what the model's authors state.
        #expect(385_000_000...410_000_000 ~= graph.multiplyAdds)
    }

    private func residentBytes() throws -> Int {
        let text = String(decoding: try #require(contents(of: "/proc/self/statm")), as: UTF8.self)
        return Int(text.split(separator: " ")[1])! * sysconf(numericCast(_SC_PAGESIZE))
    }
}

/// Many sessions of one plan at the same time; run under ThreadSanitizer too.
struct ConcurrencyTests {
    @Test func sessionsOnManyThreadsAgree() throws {
        let plan = try makePlan(defaultWeights, classes: 1000, inputShape: [1, 32, 32, 3])
        var random = SeededGenerator(seed: 9)
        let inputs = (0..<4).map { _ in random.floats(32 * 32 * 3) }
        let expected = inputs.map { Session(plan).logits(of: $0) }
        let failures = Failures()
        let workers = (0..<4).map { number in
            Worker {
                let session = Session(plan, threads: 1 + number % 2)
                for round in 0..<25 {
                    let choice = (number + round) % inputs.count
                    let difference = largestDifference(session.logits(of: inputs[choice]), expected[choice])
                    if difference > Tolerance.logits { failures.add() }
                }
            }
        }
        for worker in workers { worker.join() }
        #expect(failures.count == 0)
    }
}

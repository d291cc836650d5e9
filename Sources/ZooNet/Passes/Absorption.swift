extension Graph {
    /// Which nodes belong together, kept right while nodes are absorbed.
    struct Links {
        /// For each value the place of the node that makes it; `nil` for the input and for unused values.
        fileprivate(set) var producers: [Int?]
        /// How many nodes read each value, and one more for the graph's output.
        let uses: [Int]

        /// The place of the node that makes a value of which there is no other reader; `nil` where there is none.
        func soleSource(of value: ValueID) -> Int? { uses[value.index] == 1 ? producers[value.index] : nil }
    }

    /// Lets nodes do what their successors did, and takes those out.
    ///
    /// Nodes are gone through once and taken out all at the end, as models may have thousands of them.
    ///
    /// - Parameter absorber: Is given the place of each node in turn. Where an earlier node can take over what it does, it
    ///   changes that node's operation and gives back its place. Only right where the node is the one reader of what the
    ///   earlier node makes.
    mutating func absorbNodes(_ absorber: (_ graph: inout Graph, _ links: Links, _ place: Int) -> Int?) {
        var links = Links(producers: producers(), uses: useCounts())
        var isAbsorbed = Array(repeating: false, count: nodes.count)
        for place in nodes.indices {
            guard let node = absorber(&self, links, place) else { continue }
            nodes[node].output = nodes[place].output
            nodes[node].name += "+\(nodes[place].name)"
            links.producers[nodes[place].output.index] = node
            isAbsorbed[place] = true
        }
        nodes = zip(nodes, isAbsorbed).filter { !$0.1 }.map(\.0)
    }
}

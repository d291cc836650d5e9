/// How elements become one, in double precision: what each counts for, and how two of those join.
protocol Fold {
    /// What nothing counts for.
    static var start: Double { get }
    /// What one element counts for.
    ///
    /// - Parameter shift: A number that was found before; most folds have no use for it.
    static func value(_ element: Double, shift: Double) -> Double
    static func join(_ a: Double, _ b: Double) -> Double
}

extension Fold {
    static var start: Double { 0 }
    static func value(_ element: Double, shift: Double) -> Double { element }
    static func join(_ a: Double, _ b: Double) -> Double { a + b }

    /// Folds elements that are neighbours.
    ///
    /// Four sums side by side, as each addition must wait for the one before.
    static func fold(_ elements: UnsafePointer<Float>, count: Int, shift: Double = 0) -> Double {
        func value(_ place: Int) -> Double { self.value(Double(elements[place]), shift: shift) }
        var (a, b, c, d) = (start, start, start, start)
        var place = 0
        while place + 4 <= count {
            a = join(a, value(place))
            b = join(b, value(place + 1))
            c = join(c, value(place + 2))
            d = join(d, value(place + 3))
            place += 4
        }
        while place < count {
            a = join(a, value(place))
            place += 1
        }
        return join(join(a, b), join(c, d))
    }

    /// Folds each column's elements over some loops.
    ///
    /// - Parameters:
    ///   - loops: Where the rows begin, from `elements` on.
    ///   - sums: What comes out, one number a column.
    ///   - shifts: One number a column.
    static func foldColumns(
        _ elements: UnsafePointer<Float>, count: Int, over loops: AxisGroups.Loops,
        into sums: UnsafeMutablePointer<Double>, shifts: UnsafePointer<Double>
    ) {
        for column in 0..<count { sums[column] = start }
        for round in 0..<loops.count {
            let row = elements + loops.offset(round)
            for column in 0..<count {
                sums[column] = join(sums[column], value(Double(row[column]), shift: shifts[column]))
            }
        }
    }

    /// Folds the elements of neighbouring stretches over some loops.
    static func foldStretches(
        _ elements: UnsafePointer<Float>, count: Int, over loops: AxisGroups.Loops, shift: Double = 0
    ) -> Double {
        var sum = start
        for round in 0..<loops.count {
            sum = join(sum, fold(elements + loops.offset(round), count: count, shift: shift))
        }
        return sum
    }
}

/// The sum.
enum SumFold: Fold {}

/// The product.
enum ProductFold: Fold {
    static var start: Double { 1 }
    static func join(_ a: Double, _ b: Double) -> Double { a * b }
}

/// The largest element; NaN does not count.
enum LargestFold: Fold {
    static var start: Double { -.infinity }
    static func join(_ a: Double, _ b: Double) -> Double { b > a ? b : a }
}

/// The smallest element; NaN does not count.
enum SmallestFold: Fold {
    static var start: Double { .infinity }
    static func join(_ a: Double, _ b: Double) -> Double { b < a ? b : a }
}

/// The sum of squares of what is left when the shift is taken off.
enum SquaresFold: Fold {
    static func value(_ element: Double, shift: Double) -> Double { (element - shift) * (element - shift) }
}

/// The sum of magnitudes.
enum MagnitudesFold: Fold {
    static func value(_ element: Double, shift: Double) -> Double { abs(element) }
}

import FoundationEssentials
import TestSupport
import Testing
import ZooImage

/// Thumbnails and hashes of real photos.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct ThumbnailPhotoTests {
    private func summary(_ photo: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws(ImageError)
        -> PhotoSummary
    {
        try withBytes(photo) { bytes throws(ImageError) in try PhotoSummary(of: bytes, options: options) }
    }

    private func distance(_ a: PhotoSummary, _ b: PhotoSummary) -> Int {
        PerceptualHash.hammingDistance(a.thumbnail.perceptualHash, b.thumbnail.perceptualHash)
    }

    @Test func allOrientationsHaveTheSameHash() throws {
        let photos = try (1...8).map { try summary(SharedData.bytes("edge/orientation/Landscape_\($0).jpg")) }
        var largest = 0
        for a in photos {
            #expect((a.thumbnail.width, a.thumbnail.height) == (photos[0].thumbnail.width, photos[0].thumbnail.height))
            for b in photos { largest = max(largest, distance(a, b)) }
        }
        print("orientations: hashes at most \(largest) bits apart")
        #expect(largest <= 3)
    }

    /// Half the size, and compressed once more.
    @Test func smallerCopiesHaveNearlyTheSameHash() throws {
        var distances: [Int] = []
        let files = try SharedData.files(in: "photos/labelled").enumerated().filter { $0.offset % 5 == 0 }
        for file in try files.map(\.element) + SharedData.files(in: "photos/species") {
            let photo = try bytes(file)
            let whole = try decode(photo, .lenient)
            let (width, height) = (max(whole.width / 2, 1), max(whole.height / 2, 1))
            let half = scalarResize(
                withFourth(whole.pixels), width: whole.width, height: whole.height, resizedWidth: width,
                resizedHeight: height, interpolation: .bilinear, downFirst: false)
            let copy = try encodeJPEG(rgb: withoutFourth(half), width: width, height: height, quality: 70)
            distances.append(distance(try summary(photo, .lenient), try summary(copy)))
            if distances.last! > 4 { print("\(file.lastPathComponent): \(distances.last!) bits") }
        }
        print("copies at half the size: \(distances.sorted().suffix(8)) bits, of \(distances.count)")
        #expect(distances.max()! <= 4)
    }

    /// Fast and exact decoding show the same picture.
    @Test func modesAgree() throws {
        for folder in ["photos/camera", "photos/species"] {
            for file in try SharedData.files(in: folder) {
                let photo = try bytes(file)
                var fast = DecodeOptions()
                fast.allowsTruncated = true
                let (a, b) = (try summary(photo, fast), try summary(photo, .lenient))
                #expect((a.thumbnail.width, a.thumbnail.height) == (b.thumbnail.width, b.thumbnail.height))
                #expect(distance(a, b) <= 3, "\(file.lastPathComponent): \(distance(a, b))")
                let difference = meanDifference(
                    try decode(a.thumbnail.jpeg).pixels, try decode(b.thumbnail.jpeg).pixels)
                // Feathers and leaves differ most, as the decoder's scaling leaves them softer.
                #expect(difference < 5, "\(file.lastPathComponent): \(difference)")
            }
        }
    }

    @Test func differentPhotosHaveDifferentHashes() throws {
        let files = try SharedData.files(in: "photos/labelled")
        let photos = try files.map { try summary(bytes($0)) }
        var (smallest, pair) = (64, "")
        var histogram = [Int](repeating: 0, count: 65)
        for a in photos.indices {
            for b in photos.indices where b > a {
                let distance = distance(photos[a], photos[b])
                histogram[distance] += 1
                if distance < smallest {
                    smallest = distance
                    pair = "\(files[a].lastPathComponent), \(files[b].lastPathComponent)"
                }
            }
        }
        let size = photos.map(\.thumbnail.jpeg.count).reduce(0, +) / photos.count
        print("different photos: at least \(smallest) bits apart (\(pair)); pairs by bits: \(histogram.prefix(13))")
        print("thumbnails take \(size) bytes on average")
        #expect(smallest > 4)
    }
}

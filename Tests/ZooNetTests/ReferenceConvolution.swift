import ZooNet

/// A convolution by its definition, in double precision: for each output, the sum over the kernel of input × weight.
///
/// - Parameters:
///   - input: [batch, height, width, channels].
///   - summand: What is added before the activation, in the output's shape.
func referenceConvolution(
    _ convolution: Convolution, input: [Float], shape: [Int], summand: [Float]?, outputShape: [Int]
) -> [Float] {
    let (height, width, channels) = (shape[1], shape[2], shape[3])
    let outputs = convolution.outputChannels
    let (inPerGroup, outPerGroup) = (channels / convolution.groups, outputs / convolution.groups)
    var result: [Float] = []
    for image in 0..<outputShape[0] {
        for row in 0..<outputShape[1] {
            for column in 0..<outputShape[2] {
                for output in 0..<outputs {
                    var sum = Double(convolution.bias?.elements[output] ?? 0)
                    for i in 0..<convolution.kernel.height {
                        for j in 0..<convolution.kernel.width {
                            let y =
                                row * convolution.stride.height - convolution.padding.top + i
                                * convolution.dilation.height
                            let x =
                                column * convolution.stride.width - convolution.padding.left + j
                                * convolution.dilation.width
                            guard y >= 0, y < height, x >= 0, x < width else { continue }
                            for c in 0..<inPerGroup {
                                let channel = output / outPerGroup * inPerGroup + c
                                let weight =
                                    ((output * inPerGroup + c) * convolution.kernel.height + i)
                                    * convolution.kernel.width + j
                                sum +=
                                    Double(input[((image * height + y) * width + x) * channels + channel])
                                    * Double(convolution.weights.elements[weight])
                            }
                        }
                    }
                    if let summand { sum += Double(summand[result.count]) }
                    switch convolution.activation {
                    case .identity: break
                    case .relu: sum = max(sum, 0)
                    case .relu6: sum = min(max(sum, 0), 6)
                    case .clip(let low, let high): sum = min(max(sum, Double(low)), Double(high))
                    }
                    result.append(Float(sum))
                }
            }
        }
    }
    return result
}

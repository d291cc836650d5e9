import COpenSSL

/// The SHA-256 digest of some bytes, by OpenSSL: 32 bytes.
package func sha256Digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    let succeeded = EVP_Digest(bytes.baseAddress, bytes.count, &digest, &count, EVP_sha256(), nil)
    precondition(succeeded == 1 && count == 32, "SHA-256 is part of every OpenSSL")
    return digest
}

/// The SHA-256 digest of some bytes in lower-case hexadecimal.
package func sha256(_ bytes: UnsafeRawBufferPointer) -> String { hexadecimal(sha256Digest(bytes)) }

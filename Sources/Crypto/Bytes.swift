/// Lends the bytes of any collection to C.
///
/// Arrays, slices, UTF-8 views and raw buffers lend their own storage; anything else is copied once. The base
/// address is never nil, because OpenSSL takes nil for "not given" where an empty value is meant.
func withBytes<Result, Failure: Error>(
    _ bytes: some Collection<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    // The closures of the standard library rethrow untyped, so the typed result travels as a value.
    func capture(_ buffer: UnsafeBufferPointer<UInt8>) -> Swift.Result<Result, Failure> {
        do throws(Failure) {
            if buffer.baseAddress != nil { return .success(try body(buffer)) }
            var nothing: UInt8 = 0
            return try withUnsafePointer(to: &nothing) { pointer throws(Failure) in
                .success(try body(UnsafeBufferPointer(start: pointer, count: 0)))
            }
        } catch {
            return .failure(error)
        }
    }
    let result =
        bytes.withContiguousStorageIfAvailable(capture) ?? Array(bytes).withUnsafeBufferPointer(capture)
    return try result.get()
}

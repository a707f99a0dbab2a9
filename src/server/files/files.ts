/** Storage of uploaded files. Names are generated here, never by the sender. */
export type Files = {
  /**
   * Stores a file under a new name, atomically.
   * @throws {AppError} UNAVAILABLE when the store does not answer or is full (507).
   */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** The whole file; undefined when it does not exist. */
  read(name: string): Promise<Uint8Array | undefined>
  /**
   * The file in pieces, each read when the one before is consumed; undefined when it does not exist. The abort of the
   * signal, which must follow also a stream that was read to its end or not at all, closes it.
   */
  stream(name: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes files; missing ones are ignored. */
  remove(names: readonly string[]): Promise<void>
}

/**
 * A formatter that is made at its first use: making one takes the browser milliseconds, which every page would wait for.
 */
export function lazyFormat<T>(make: () => T): () => T {
  let format: T | undefined
  return () => {
    format ??= make()
    return format
  }
}

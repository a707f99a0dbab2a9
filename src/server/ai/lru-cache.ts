/** `make` with its last `size` results, by key, kept while in use; the least recently used one is dropped. */
export function lruCached<Given, Value>(
  size: number,
  keyOf: (given: Given) => string,
  make: (given: Given) => Value,
): (given: Given) => Value {
  const kept = new Map<string, Value>()
  return (given) => {
    const key = keyOf(given)
    const value = kept.get(key) ?? make(given)
    // Moves the entry to the end, so that the first one is the least recently used.
    kept.delete(key)
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > size && oldest !== undefined) kept.delete(oldest)
    return value
  }
}

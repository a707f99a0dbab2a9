const LF = 10
const CR = 13

/** Far above any event of a reply. The parser would hold a longer one in memory. */
const EVENT_MAX_BYTES = 1024 * 1024

/**
 * Limits the length of events in a byte stream whose chunks may split anywhere.
 * @returns a function to call with each chunk before it is passed on; it throws when a line, or an event of
 * several lines, exceeds `maxBytes`.
 */
export function createEventLimit(maxBytes = EVENT_MAX_BYTES): (chunk: Uint8Array) => void {
  let eventBytes = 0
  let lineBytes = 0
  let last = LF

  function add(count: number): void {
    eventBytes += count
    if (eventBytes > maxBytes) throw new Error('an event of the provider is too long')
  }

  return (chunk) => {
    const size = chunk.length
    // Fast path: nearly every chunk ends with a whole event.
    if (chunk[size - 1] === LF && chunk[size - 2] === LF && eventBytes + size <= maxBytes) {
      eventBytes = 0
      lineBytes = 0
      last = LF
      return
    }
    let at = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, at)) {
      lineBytes += end - at
      add(end - at + 1)
      // A blank line, also one with a CR, ends an event.
      if (lineBytes === 0 || (lineBytes === 1 && (end > 0 ? chunk[end - 1] : last) === CR)) eventBytes = 0
      lineBytes = 0
      at = end + 1
    }
    lineBytes += size - at
    add(size - at)
    last = chunk[size - 1] ?? last
  }
}

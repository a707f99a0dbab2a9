import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** A refused client that still sends is read for so long, and up to so many bytes: several of the largest uploads. */
const MAX_MS = 30_000
const MAX_BYTES = 64 * 1024 * 1024
/** The rest of a body is not awaited longer than this without a byte. */
const IDLE_MS = 5_000
const CHECK_MS = 250

/**
 * Ends a socket after what was written to it, and keeps it open while its peer still sends: closing a socket with
 * unread bytes resets the connection, and a reset may discard the response before the peer has read it. The caller
 * discards what arrives.
 */
export function closeGently(socket: Socket): void {
  const from = socket.bytesRead
  const begunAt = performance.now()
  let [seen, seenAt] = [from, begunAt]
  socket.end()
  const watch = setInterval(() => {
    const now = performance.now()
    if (socket.bytesRead > seen) [seen, seenAt] = [socket.bytesRead, now]
    if (now - begunAt > MAX_MS || now - seenAt > IDLE_MS || seen - from > MAX_BYTES) socket.destroy()
  }, CHECK_MS).unref()
  socket.once('close', () => clearInterval(watch))
}

/** Discards the rest of a request whose response was complete before it, and then closes its socket. */
export function discardRest(incoming: IncomingMessage): void {
  const { socket } = incoming
  const close = socket.destroySoon.bind(socket)
  // Node calls this after a response with `Connection: close`, and would reset the connection.
  socket.destroySoon = () => undefined
  // A reader that gave up may have left the body paused.
  incoming.removeAllListeners('data').removeAllListeners('readable')
  incoming.on('data', () => undefined).resume()
  incoming.once('end', close)
  closeGently(socket)
}

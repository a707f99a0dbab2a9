import * as http from 'node:http'
import * as https from 'node:https'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createEventLimit } from './event-limit.ts'
import { currentBatchDelay } from './read-batching.ts'

/** Where reading rests until what has come is taken. */
const HELD_MAX_BYTES = 256 * 1024

// A new socket costs the person who waits a handshake.
const PLAIN = { request: http.request, agent: new http.Agent({ keepAlive: true }) }
const SECURE = { request: https.request, agent: new https.Agent({ keepAlive: true }) }

/**
 * `fetch` as the provider packages use it: a text body, and one answer, whatever its status. It follows no redirect,
 * which would carry a key elsewhere, has no time limit but the signal, and hands over as one chunk what came since
 * the last, less often the busier the process is.
 * @throws what the network says, or the signal's reason.
 */
export const providerFetch: typeof fetch = async (input, init = {}) => {
  const incoming = await open(new URL(input instanceof Request ? input.url : input), init)
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const { statusCode = 502, statusMessage = '' } = incoming
  return new Response(gathered(incoming), { status: statusCode, statusText: statusMessage, headers })
}

function open(url: URL, init: RequestInit): Promise<http.IncomingMessage> {
  const { method = 'GET', headers, body, signal } = init
  const { request, agent } = url.protocol === 'https:' ? SECURE : PLAIN
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const options = { method, agent, headers: Object.fromEntries(new Headers(headers)) }
    let isAnswered = false
    const sent = request(url, { ...options, ...(signal && { signal }) }, (incoming) => {
      isAnswered = true
      resolve(incoming)
    })
    // It stays: a socket that breaks once the answer has begun is told here too.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A kept socket that the provider closed just then: this request was never seen by anybody.
      const isStale = sent.reusedSocket && !isAnswered && error.code === 'ECONNRESET'
      if (isStale) resolve(open(url, init))
      else reject(error)
    })
    sent.end(typeof body === 'string' ? body : undefined)
  })
}

/**
 * What has come since the last look, each time. It fails where the answer breaks off or an event is too long, but not
 * before all that came has been taken.
 */
function gathered(incoming: http.IncomingMessage): ReadableStream<Uint8Array> {
  const check = createEventLimit()
  let held: Uint8Array[] = []
  let heldBytes = 0
  let end: { error?: unknown } | undefined
  let wake = () => {}
  const finish = (error?: unknown) => {
    end ??= { error }
    wake()
  }
  incoming.on('data', (chunk: Uint8Array) => {
    try {
      check(chunk)
    } catch (error) {
      finish(error)
      incoming.destroy()
      return
    }
    held.push(chunk)
    heldBytes += chunk.length
    if (heldBytes > HELD_MAX_BYTES) incoming.pause()
    wake()
  })
  incoming.on('end', () => finish())
  // It stays, since an abort that comes when nobody reads any more is told here too.
  incoming.on('error', finish)
  incoming.on('close', () => finish(new Error('the connection was closed')))
  return new ReadableStream(
    {
      async pull(controller) {
        const rest = end ? 0 : currentBatchDelay()
        if (rest > 0) await sleep(rest)
        while (held.length === 0 && !end) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        const [first] = held
        if (first) {
          controller.enqueue(held.length === 1 ? first : Buffer.concat(held))
          held = []
          heldBytes = 0
          incoming.resume()
        } else if (end?.error) {
          // An error overtakes what the streams behind this one still hold; they pass it on within this turn.
          await nextTurn()
          controller.error(end.error)
        } else controller.close()
      },
      cancel() {
        incoming.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}

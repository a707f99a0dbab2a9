import * as http from 'node:http'
import * as https from 'node:https'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createEventLimit } from './event-limit.ts'
import { mergeDeltas } from './merge-deltas.ts'
import { currentBatchDelay } from './read-batching.ts'

/** Reading pauses while this much is buffered. */
const HELD_MAX_BYTES = 256 * 1024
/** Longer than any other answer: the transcript of some hours is a single line. */
const TRANSCRIPT_MAX_BYTES = 8 * 1024 * 1024

// Keep-alive saves the handshake of a new connection.
const PLAIN = { request: http.request, agent: new http.Agent({ keepAlive: true }) }
const SECURE = { request: https.request, agent: new https.Agent({ keepAlive: true }) }

/**
 * A `fetch` for the provider packages. Follows no redirects, which would send the key elsewhere; has no
 * timeout but the signal; batches chunks under load.
 * @throws network errors, or the signal's reason.
 */
export const providerFetch: typeof fetch = async (input, init = {}) => {
  const isForm = init.body instanceof FormData
  const url = new URL(input instanceof Request ? input.url : input)
  const incoming = await open(url, isForm ? await encoded(init) : init)
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const { statusCode = 502, statusMessage = '' } = incoming
  const body = batchedBody(incoming, {
    isStream: headers.get('content-type')?.startsWith('text/event-stream'),
    maxBytes: isForm ? TRANSCRIPT_MAX_BYTES : undefined,
  })
  return new Response(body, { status: statusCode, statusText: statusMessage, headers })
}

/** A form as bytes, with the type that names its boundary. */
async function encoded(init: RequestInit): Promise<RequestInit> {
  const form = new Response(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', form.headers.get('content-type') ?? '')
  return { ...init, headers, body: Buffer.from(await form.arrayBuffer()) }
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
    // Stays attached: a connection that breaks during the response also reports here.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The provider closed an idle connection at this moment, so it never saw the request: retry.
      const isStale = sent.reusedSocket && !isAnswered && error.code === 'ECONNRESET'
      if (isStale) resolve(open(url, init))
      else reject(error)
    })
    sent.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : undefined)
  })
}

/** The first text of an event in any of the protocols. */
const HAS_TEXT = /"(content|delta|text)": ?"[^"]/

/**
 * The body in batches of all bytes received since the last read. Under load an event stream with text is read
 * less often, and its text deltas are joined. An error is reported after the received bytes are read.
 */
function batchedBody(
  incoming: http.IncomingMessage,
  { isStream = false, maxBytes }: { isStream: boolean | undefined; maxBytes: number | undefined },
): ReadableStream<Uint8Array> {
  const check = createEventLimit(maxBytes)
  let hasText = false
  let readAt = 0
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
  // Stays attached: an abort after the last read also reports here.
  incoming.on('error', finish)
  incoming.on('close', () => {
    if (!end) finish(new Error('the connection was closed'))
  })
  /** Everything received since the last read; undefined when that is nothing. */
  const takeHeld = (): Buffer | undefined => {
    if (held.length === 0) return undefined
    const batch = Buffer.concat(held)
    held = []
    heldBytes = 0
    incoming.resume()
    return batch
  }
  async function somethingToRead(): Promise<void> {
    const rest = hasText && !end ? readAt + currentBatchDelay() - performance.now() : 0
    if (rest > 0) await sleep(rest)
    while (held.length === 0 && !end) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return new ReadableStream(
    {
      async pull(controller) {
        await somethingToRead()
        const batch = takeHeld()
        if (batch) {
          readAt = performance.now()
          hasText ||= isStream && HAS_TEXT.test(batch.toString('latin1'))
          controller.enqueue(isStream ? mergeDeltas(batch) : batch)
        } else if (end?.error) {
          // An error would overtake chunks in the streams downstream, which pass them on within this turn.
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

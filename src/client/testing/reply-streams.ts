const timestamp = '2026-01-01T00:00:00.000Z'

/** A reply's stream as the server writes it: one `token` event per piece after `after`, then the terminal event. */
export function sse(
  pieces: string[],
  terminal: 'done' | 'error' | null = 'done',
  messageId = REPLY_ID,
): string {
  let end = 0
  const events = pieces.map((token) => {
    end += token.length
    return `id: ${end}\nevent: token\ndata: ${JSON.stringify({ token, timestamp })}\n\n`
  })
  if (terminal === 'done') {
    events.push(`id: ${end}\nevent: done\ndata: ${JSON.stringify({ messageId, status: 'done' })}\n\n`)
  }
  if (terminal === 'error') {
    events.push(
      `id: ${end}\nevent: error\ndata: ${JSON.stringify({ error: 'x', code: 'stall', isTimeout: true })}\n\n`,
    )
  }
  return events.join('')
}

export const REPLY_ID = '0190a000-0000-7000-8000-000000000002'

/** A body that delivers its bytes in the given pieces; `breaks` ends it the way a lost connection does. */
export function bodyOf(chunks: Uint8Array[], { breaks = false } = {}): ReadableStream<Uint8Array> {
  const left = [...chunks]
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift()
      if (chunk) controller.enqueue(chunk)
      else if (breaks) controller.error(new TypeError('network error'))
      else controller.close()
    },
  })
}

/** An answer that carries a stream of reply `messageId`, written by its `attempt`. */
export const responseOf = (
  body: string | ReadableStream<Uint8Array>,
  messageId = REPLY_ID,
  attempt = 1,
): Response =>
  new Response(body, { headers: { 'X-Message-Id': messageId, 'X-Reply-Attempt': String(attempt) } })

/** One event of a stream: an optional type and a single line of JSON. Other events pass unchanged. */
const EVENT = /^((?:event:[^\n]*\n)?data: ?)(\{.*\})$/

// biome-ignore lint/suspicious/noExplicitAny: the events of three protocols, each read behind its check.
type Json = any

/** The object that holds an event's text, and the name of that field; undefined if the event has more than text. */
type TextOf = (event: Json) => [holder: Record<string, string>, field: string] | undefined

const isText = (holder: Json, fields: string[]): boolean =>
  Object.keys(holder).every((key) => fields.includes(key))

const inChat: TextOf = ({ choices, usage, error }) => {
  const [choice] = Array.isArray(choices) && choices.length === 1 && !usage && !error ? choices : []
  const isPlain =
    choice?.finish_reason == null && choice?.logprobs == null && typeof choice?.delta?.content === 'string'
  return isPlain && isText(choice.delta, ['role', 'content']) ? [choice.delta, 'content'] : undefined
}

const inResponses: TextOf = (event) =>
  event.type === 'response.output_text.delta' && typeof event.delta === 'string' && !event.logprobs?.length
    ? [event, 'delta']
    : undefined

const inGemini: TextOf = ({ candidates }) => {
  const [candidate] = Array.isArray(candidates) && candidates.length === 1 ? candidates : []
  const [part, more] = candidate?.content?.parts ?? []
  const isPlain = candidate?.finishReason == null && !more && typeof part?.text === 'string'
  return isPlain && isText(part, ['text']) ? [part, 'text'] : undefined
}

function textOf(event: Json): ReturnType<TextOf> {
  if ('choices' in event) return inChat(event)
  return 'candidates' in event ? inGemini(event) : inResponses(event)
}

type Parsed = { prefix: string; event: Json; text: NonNullable<ReturnType<TextOf>> }

function parse(block: string): Parsed | undefined {
  const [, prefix, data] = EVENT.exec(block) ?? []
  if (prefix === undefined || data === undefined) return undefined
  try {
    const event = JSON.parse(data)
    const text = textOf(event)
    return text && { prefix, event, text }
  } catch {
    // The SDK reports malformed events.
    return undefined
  }
}

/**
 * Joins consecutive text deltas of a batch of server-sent events into one event each. The SDK's streams cost
 * some ten times as much per event as this. Everything else passes unchanged: other events, malformed ones, and
 * parts of events at both ends of the batch. The last event's metadata (usage so far) remain.
 */
export function mergeDeltas(batch: Buffer): Uint8Array {
  const end = batch.lastIndexOf('\n\n')
  // Half a character stays as it is, with the rest of its event.
  const start = isContinuation(batch[0]) ? batch.indexOf('\n\n') + 2 : 0
  if (end <= start || batch.indexOf('\n\n', start) === end) return batch
  const merged: (string | Parsed)[] = []
  let last: Parsed | undefined
  for (const block of batch.toString('utf8', start, end).split('\n\n')) {
    const next = parse(block)
    if (last && next && isSameText(last, next)) {
      const [holder, field] = next.text
      holder[field] = `${last.text[0][last.text[1]]}${holder[field]}`
      merged[merged.length - 1] = next
    } else merged.push(block)
    last = next
  }
  // Written once for each run of deltas, however long it is.
  const isMerged = (block: string | Parsed) => typeof block !== 'string'
  if (!merged.some(isMerged)) return batch
  return Buffer.concat([
    batch.subarray(0, start),
    Buffer.from(`${merged.map(write).join('\n\n')}\n\n`),
    batch.subarray(end + 2),
  ])
}

const write = (block: string | Parsed): string =>
  typeof block === 'string' ? block : `${block.prefix}${JSON.stringify(block.event)}`

/** Whether a byte of UTF-8 continues a character. */
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Deltas of the same output; compatible servers may answer with several choices or items. */
const isSameText = (
  { event: one, text: [, field] }: Parsed,
  { event: other, text: [, otherField] }: Parsed,
) =>
  field === otherField &&
  one.item_id === other.item_id &&
  one.content_index === other.content_index &&
  one.choices?.[0]?.index === other.choices?.[0]?.index

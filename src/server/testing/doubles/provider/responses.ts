import { CREATED, DOUBLE_INPUT, data, ERROR_TEXT, INPUT_PIECE, inPieces, type Wire } from './wire.ts'

const ITEM_ID = 'msg_double'
const PLACE = { item_id: ITEM_ID, output_index: 0, content_index: 0 }

const response = (model: string, status: string, more: object = {}) => ({
  response: {
    id: 'resp_double',
    object: 'response',
    created_at: CREATED,
    status,
    error: null,
    incomplete_details: null,
    model,
    output: [],
    usage: null,
    store: false,
    ...more,
  },
})

const item = (status: string, content: unknown[]) => ({
  output_index: 0,
  item: { id: ITEM_ID, type: 'message', status, role: 'assistant', content },
})

const REASONING = { output_index: 0, item: { id: 'rs_double', type: 'reasoning', summary: [] } }

/** The model's encrypted reasoning before a tool call. */
export const DOUBLE_THOUGHT = 'pensamento-cifrado'

/** The events of one call, an item of its own after its reasoning. */
function callEvents(
  event: (type: string, value: object) => string,
  { name, input, place }: { name: string; input: string; place: number },
): string[] {
  const id = `fc_double_${place}`
  const ofThought = {
    output_index: place,
    item: { ...REASONING.item, id: `rs_double_${place}`, encrypted_content: DOUBLE_THOUGHT },
  }
  const called = { id, type: 'function_call', call_id: `call_double_${place}`, name }
  const at = { item_id: id, output_index: place + 1 }
  return [
    event('response.output_item.added', ofThought),
    event('response.output_item.done', ofThought),
    event('response.output_item.added', {
      output_index: place + 1,
      item: { ...called, status: 'in_progress', arguments: '' },
    }),
    ...inPieces(input, INPUT_PIECE).map((delta) =>
      event('response.function_call_arguments.delta', { ...at, delta }),
    ),
    event('response.function_call_arguments.done', { ...at, arguments: input }),
    event('response.output_item.done', {
      output_index: place + 1,
      item: { ...called, status: 'completed', arguments: input },
    }),
  ]
}

const responsesUsage = (count: number) => ({
  input_tokens: DOUBLE_INPUT.tokens,
  input_tokens_details: { cached_tokens: DOUBLE_INPUT.cached },
  output_tokens: count,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: DOUBLE_INPUT.tokens + count,
})

/** The format of the Responses API. */
export function responsesWire(model: string): Wire {
  let sequence = 0
  let isCreated = false
  /** The message item is open. */
  let isOpen = false
  let items = 1
  let text = ''
  let count = 0
  const event = (type: string, value: object) => {
    const frame = `event: ${type}\n${data({ type, sequence_number: sequence, ...value })}`
    sequence += 1
    return frame
  }
  const part = () => ({ type: 'output_text', annotations: [], logprobs: [], text })
  const delta = (more: string) => {
    count += 1
    text += more
    return event('response.output_text.delta', { ...PLACE, delta: more, logprobs: [] })
  }
  const close = (status: string) => {
    if (!isOpen) return []
    isOpen = false
    return [
      event('response.output_text.done', { ...PLACE, text, logprobs: [] }),
      event('response.content_part.done', { ...PLACE, part: part() }),
      event('response.output_item.done', item(status, [part()])),
    ]
  }
  const last = (reason: Parameters<Wire['finish']>[0]['reason']) => {
    const usage = responsesUsage(count)
    if (reason === 'stop' || reason === 'calls')
      return event('response.completed', response(model, 'completed', { usage }))
    const incomplete_details = { reason: reason === 'length' ? 'max_output_tokens' : 'content_filter' }
    return event('response.incomplete', response(model, 'incomplete', { usage, incomplete_details }))
  }
  const created = () => {
    if (isCreated) return []
    isCreated = true
    return [
      event('response.created', response(model, 'in_progress')),
      event('response.in_progress', response(model, 'in_progress')),
    ]
  }
  return {
    reasoning: () => [...created(), event('response.output_item.added', REASONING)].join(''),
    start() {
      isOpen = true
      return [
        ...created(),
        event('response.output_item.added', item('in_progress', [])),
        event('response.content_part.added', { ...PLACE, part: part() }),
      ]
    },
    token: delta,
    call({ name, input }) {
      count += 1
      const frames = [
        ...created(),
        ...close('completed'),
        ...callEvents(event, { name, input, place: items }),
      ]
      items += 2
      return frames
    },
    finish: ({ reason, text: lastText }) => [
      ...(lastText ? [delta(lastText)] : []),
      ...close(reason === 'stop' ? 'completed' : 'incomplete'),
      last(reason),
    ],
    error: (status, isFailed) => {
      const error = { code: status === 429 ? 'rate_limit_exceeded' : 'server_error', message: ERROR_TEXT }
      if (isFailed) return event('response.failed', response(model, 'failed', { error }))
      return event('error', { ...error, param: null })
    },
    blocked: () => [],
  }
}

import { CREATED, DOUBLE_INPUT, data, ERROR_TEXT, errorBody, type Wire } from './provider-double-wire.ts'

/** Chat Completions. */
export function chatWire(model: string): Wire {
  let count = 0
  const chunk = (choices: unknown[], usage: unknown = null) =>
    data({
      id: 'chatcmpl-double',
      object: 'chat.completion.chunk',
      created: CREATED,
      model,
      service_tier: 'default',
      system_fingerprint: 'fp_double',
      choices,
      usage,
    })
  const choice = (delta: unknown, finishReason: string | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason: finishReason },
  ]
  const reasons = { stop: 'stop', length: 'length', filter: 'content_filter' }
  return {
    // OpenAI keeps its models' thoughts to itself; servers of open models tell them like this.
    reasoning: () => chunk(choice({ content: '', reasoning_content: 'Pensando.' })),
    start: () => [chunk(choice({ role: 'assistant', content: '', refusal: null }))],
    token(text) {
      count += 1
      return chunk(choice({ content: text }))
    },
    finish({ reason, text }) {
      if (text) count += 1
      const usage = {
        prompt_tokens: DOUBLE_INPUT.tokens,
        completion_tokens: count,
        total_tokens: DOUBLE_INPUT.tokens + count,
        prompt_tokens_details: { cached_tokens: DOUBLE_INPUT.cached, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
      }
      return [
        chunk(choice(text ? { content: text } : {}, reasons[reason])),
        chunk([], usage),
        'data: [DONE]\n\n',
      ]
    },
    error: (status) => data(errorBody('chat', status, ERROR_TEXT)),
    blocked: () => [],
  }
}

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

const responsesUsage = (count: number) => ({
  input_tokens: DOUBLE_INPUT.tokens,
  input_tokens_details: { cached_tokens: DOUBLE_INPUT.cached },
  output_tokens: count,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: DOUBLE_INPUT.tokens + count,
})

/** The Responses API. */
export function responsesWire(model: string): Wire {
  let sequence = 0
  let isCreated = false
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
  const last = (reason: 'stop' | 'length' | 'filter') => {
    const usage = responsesUsage(count)
    if (reason === 'stop') return event('response.completed', response(model, 'completed', { usage }))
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
    start: () => [
      ...created(),
      event('response.output_item.added', item('in_progress', [])),
      event('response.content_part.added', { ...PLACE, part: part() }),
    ],
    token: delta,
    finish: ({ reason, text: lastText }) => [
      ...(lastText ? [delta(lastText)] : []),
      event('response.output_text.done', { ...PLACE, text, logprobs: [] }),
      event('response.content_part.done', { ...PLACE, part: part() }),
      event('response.output_item.done', item(reason === 'stop' ? 'completed' : 'incomplete', [part()])),
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

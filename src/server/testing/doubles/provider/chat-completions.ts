import {
  CREATED,
  DOUBLE_INPUT,
  data,
  ERROR_TEXT,
  errorBody,
  INPUT_PIECE,
  inPieces,
  type Wire,
} from './wire.ts'

/** The format of Chat Completions. */
export function chatWire(model: string): Wire {
  let count = 0
  let calls = 0
  let isStarted = false
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
  const reasons = { stop: 'stop', calls: 'tool_calls', length: 'length', filter: 'content_filter' }
  return {
    // OpenAI does not send reasoning; servers of open models send it like this.
    reasoning: () => chunk(choice({ content: '', reasoning_content: 'Pensando.' })),
    start() {
      isStarted = true
      return [chunk(choice({ role: 'assistant', content: '', refusal: null }))]
    },
    token(text) {
      count += 1
      return chunk(choice({ content: text }))
    },
    call({ name, input }) {
      count += 1
      const index = calls
      calls += 1
      const begun = { index, id: `call_double_${index}`, type: 'function', function: { name, arguments: '' } }
      const first = isStarted ? {} : { role: 'assistant', content: null, refusal: null }
      isStarted = true
      return [
        chunk(choice({ ...first, tool_calls: [begun] })),
        ...inPieces(input, INPUT_PIECE).map((piece) =>
          chunk(choice({ tool_calls: [{ index, function: { arguments: piece } }] })),
        ),
      ]
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

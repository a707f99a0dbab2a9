import { expect, test } from 'vitest'
import { mergeDeltas } from './merge-deltas.ts'

const merged = (text: string) => Buffer.from(mergeDeltas(Buffer.from(text))).toString()
const data = (...events: unknown[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

const chat = (content: string, more: object = {}) => ({
  id: 'a',
  choices: [{ index: 0, delta: { content }, ...more }],
})
const typed = (delta: string, item_id = 'm') => ({
  type: 'response.output_text.delta',
  item_id,
  content_index: 0,
  delta,
})
const gemini = (text: string, total: number, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, ...more }],
  usageMetadata: { totalTokenCount: total },
})

test('joins text deltas of Chat Completions', () => {
  expect(merged(data(chat('Olá'), chat(', '), chat('Ana 🎯')))).toBe(data(chat('Olá, Ana 🎯')))
})

test('joins text deltas of Responses, with the type of the event', () => {
  const events = ['Olá', ', Ana'].map((delta) => `event: response.output_text.delta\n${data(typed(delta))}`)
  expect(merged(events.join(''))).toBe(`event: response.output_text.delta\n${data(typed('Olá, Ana'))}`)
})

test('joins text deltas of Gemini, with the newest usage', () => {
  expect(merged(data(gemini('Olá', 5), gemini(', Ana', 6)))).toBe(data(gemini('Olá, Ana', 6)))
})

test.each([
  ['a single event', data(chat('Olá'))],
  ['a finish', data(chat('Olá'), chat('', { finish_reason: 'stop' }))],
  ['usage', data(chat('Olá'), { ...chat(''), usage: { prompt_tokens: 1 } })],
  [
    'a call of a tool',
    data(chat('Olá'), { choices: [{ delta: { content: '', tool_calls: [{ index: 0 }] } }] }),
  ],
  ['logprobs', data(chat('Olá'), chat('!', { logprobs: { content: [] } }))],
  ['several choices', data(chat('Olá'), { choices: [{ index: 1, delta: { content: 'x' } }] })],
  ['deltas of different items', data(typed('Olá'), typed(', Ana', 'n'))],
  [
    'a thought',
    data(gemini('Olá', 5), { candidates: [{ content: { parts: [{ text: 'x', thought: true }] } }] }),
  ],
  ['a finish of Gemini', data(gemini('Olá', 5), gemini('', 6, { finishReason: 'STOP' }))],
  ['an error', data(chat('Olá'), { error: { message: 'x' } })],
  ['malformed JSON', `${data(chat('Olá'))}data: {"choices":\n\n${data(chat('!'))}`],
  ['comments and the end mark', `: ping\n\n${data(chat('Olá'))}data: [DONE]\n\n`],
  ['CR LF', data(chat('Olá'), chat('!')).replaceAll('\n', '\r\n')],
])('leaves %s as it is', (_name, text) => {
  expect(merged(text)).toBe(text)
})

test('keeps the parts of events at both ends of a batch', () => {
  const head = 'ntent":"x"}}]}\n\n'
  const tail = 'data: {"choices":[{"delta":{"content":"é'
  expect(merged(head + data(chat('Olá'), chat('!')) + tail)).toBe(head + data(chat('Olá!')) + tail)
})

test('keeps characters that the batch splits at either end', () => {
  const [first = 0, second = 0] = Buffer.from('é')
  const cut = Buffer.concat([
    Buffer.from([second]),
    Buffer.from(`"}}]}\n\n${data(chat('Olá'), chat('!'))}`),
    Buffer.from([first]),
  ])
  const joined = Buffer.concat([
    Buffer.from([second]),
    Buffer.from(`"}}]}\n\n${data(chat('Olá!'))}`),
    Buffer.from([first]),
  ])
  expect(Buffer.from(mergeDeltas(cut))).toEqual(joined)
})

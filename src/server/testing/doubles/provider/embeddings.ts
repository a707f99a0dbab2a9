import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { conceptsOf } from './synonyms.ts'
import { errorBody } from './wire.ts'

/** The response to one request for vectors. */
export type EmbeddingBehaviour =
  | { kind: 'reply' }
  | { kind: 'status'; status: number; retryAfter?: string }
  /** Status 400 when one of the texts has these words. */
  | { kind: 'refuse'; words: string }
  /** Closes the connection without a response. */
  | { kind: 'away' }
  /** Responds after this long. */
  | { kind: 'slow'; forMs: number }
  /** Never responds. */
  | { kind: 'silent' }
  /** Vectors of this length. */
  | { kind: 'dimension'; length: number }
  /** One vector less than texts. */
  | { kind: 'count' }

/** Length of vectors when the request names none. */
const DIMENSION = 256

/** Whether a request asks for vectors, and in which format. */
export function embeddingApiOf(path: string): 'openai' | 'google' | undefined {
  if (path === '/v1/embeddings') return 'openai'
  return /^\/v1beta\/models\/[^/]+:(batchEmbedContents|embedContent)$/.test(path) ? 'google' : undefined
}

type Content = { content?: { parts?: { text?: string }[] }; outputDimensionality?: number }
export type EmbeddingBody = { input?: string | string[]; dimensions?: number; requests?: Content[] } & Content

/** The texts of a request. */
export function textsOf({ input, requests, ...single }: EmbeddingBody): string[] {
  if (input !== undefined) return Array.isArray(input) ? input : [input]
  return (requests ?? [single]).map(
    ({ content }) => content?.parts?.map(({ text = '' }) => text).join('') ?? '',
  )
}

/**
 * Vectors in OpenAI's or Gemini's format. They are no model's: a text is the sum of pseudo-random directions of the
 * concepts of its words, from a small list of synonyms, so that texts with common concepts are near, and words that the
 * list does not know are only equal to themselves. Recall that is measured with them says that search and fusion work,
 * and nothing about a real model.
 */
export async function answerEmbedding(
  body: EmbeddingBody,
  { api, isBatch, behaviour }: { api: 'openai' | 'google'; isBatch: boolean; behaviour: EmbeddingBehaviour },
  response: ServerResponse,
): Promise<void> {
  if (behaviour.kind === 'away') {
    response.destroy()
    return
  }
  if (behaviour.kind === 'silent') return
  if (behaviour.kind === 'slow') await sleep(behaviour.forMs)
  const send = (status: number, answer: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
  const texts = textsOf(body)
  const failure = failureOf(behaviour, texts)
  if (failure) {
    const { status, retryAfter } = failure
    const wire = api === 'google' ? 'gemini' : 'chat'
    send(
      status,
      errorBody(wire, status, 'The double was told to fail.'),
      retryAfter ? { 'retry-after': retryAfter } : {},
    )
    return
  }
  const asked = body.dimensions ?? body.outputDimensionality ?? body.requests?.[0]?.outputDimensionality
  const length = behaviour.kind === 'dimension' ? behaviour.length : (asked ?? DIMENSION)
  const vectors = texts.map((text) => vectorOf(text, length))
  if (behaviour.kind === 'count') vectors.pop()
  if (api === 'google') {
    const embeddings = vectors.map((values) => ({ values }))
    send(200, isBatch ? { embeddings } : { embedding: embeddings[0] })
    return
  }
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
  send(200, { object: 'list', data, model: 'double', usage: { prompt_tokens: tokens, total_tokens: tokens } })
}

function failureOf(
  behaviour: EmbeddingBehaviour,
  texts: readonly string[],
): { status: number; retryAfter?: string } | undefined {
  if (behaviour.kind === 'status') return behaviour
  const isRefused = behaviour.kind === 'refuse' && texts.some((text) => text.includes(behaviour.words))
  return isRefused ? { status: 400 } : undefined
}

const directions = new Map<string, Float32Array>()

/** The direction of a text's concepts; repeated ones count less each time. */
function vectorOf(text: string, length: number): number[] {
  const sum = new Float64Array(length)
  const counts = new Map<string, number>()
  for (const concept of conceptsOf(text)) counts.set(concept, (counts.get(concept) ?? 0) + 1)
  for (const [concept, count] of counts) {
    const direction = directionOf(concept, length)
    for (let at = 0; at < length; at += 1) sum[at] = (sum[at] ?? 0) + Math.sqrt(count) * (direction[at] ?? 0)
  }
  if (counts.size === 0) sum[0] = 1
  const norm = Math.hypot(...sum)
  return Array.from(sum, (value) => Number((value / norm).toFixed(7)))
}

function directionOf(concept: string, length: number): Float32Array {
  const key = `${length} ${concept}`
  const known = directions.get(key)
  if (known) return known
  let state = createHash('sha256').update(concept).digest().readUInt32LE()
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const made = Float32Array.from({ length }, () => random() + random() + random() - 1.5)
  directions.set(key, made)
  return made
}

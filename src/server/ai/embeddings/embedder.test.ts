import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ProviderDouble, startProviderDouble } from '../../testing/doubles/provider/provider-double.ts'
import type { AiSettings } from '../providers/ai-settings.ts'
import { createEmbedder, DEFAULT_EMBEDDING_MODELS } from './embedder.ts'

const KEY = 'sk-canario-dos-vetores'
const TIMES = { firstTokenTimeoutMs: 1_000, stallTimeoutMs: 1_000 }

let provider: ProviderDouble
beforeAll(async () => {
  provider = await startProviderDouble()
})
afterAll(() => provider.close())
beforeEach(() => {
  provider.embeddings.length = 0
})

const google = (more: Partial<AiSettings> = {}) =>
  createEmbedder({ ...TIMES, google: { apiKey: KEY, baseUrl: provider.googleBaseUrl }, ...more })
const compatible = (more: Partial<AiSettings> = {}) =>
  createEmbedder({ ...TIMES, openai: { apiKey: KEY, baseUrl: provider.openaiBaseUrl }, ...more })
const options = (as: 'passage' | 'question' = 'passage') => ({ as, signal: AbortSignal.timeout(5_000) })

test('the model is the provider’s own, the named one, or none', () => {
  const openai = { apiKey: KEY }
  expect(createEmbedder({ ...TIMES, openai })).toMatchObject({
    ...{ provider: 'openai', model: DEFAULT_EMBEDDING_MODELS.openai },
    space: 'openai/text-embedding-3-small/1536',
  })
  expect(google()).toMatchObject({
    model: DEFAULT_EMBEDDING_MODELS.google,
    space: 'google/gemini-embedding-001/768',
  })
  expect(compatible()).toBeUndefined()
  expect(compatible({ embeddingModel: 'bge-m3' })).toMatchObject({ model: 'bge-m3', space: undefined })
  // A compatible server writes, and Gemini embeds.
  const both = { google: { apiKey: KEY, baseUrl: provider.googleBaseUrl } }
  expect(compatible(both)).toMatchObject({ provider: 'google' })
  expect(google({ openai, embeddingModel: 'gemini-embedding-2' })).toMatchObject({ provider: 'google' })
  expect(google({ embeddingModel: 'off' })).toBeUndefined()
  expect(createEmbedder(TIMES)).toBeUndefined()
})

test('Gemini embeds several texts and one, in vectors of length 1 that are near for near meanings', async () => {
  const texts = ['Devolvemos o valor.', 'A cozinha abre cedo.']
  const { vectors, tokens } = (await google()?.embed(texts, options())) ?? { vectors: [], tokens: 0 }
  const [question] = (await google()?.embed(['reembolso'], options('question')))?.vectors ?? []
  expect(provider.embeddings.map(({ path }) => path.split(':')[1])).toEqual([
    'batchEmbedContents',
    'embedContent',
  ])
  expect(provider.embeddings.map(({ texts: sent }) => sent)).toEqual([texts, ['reembolso']])
  expect(tokens).toBeGreaterThan(5)
  const near = vectors.map((vector) =>
    vector.reduce((sum, value, at) => sum + value * (question?.[at] ?? 0), 0),
  )
  expect(near[0]).toBeGreaterThan(0.3)
  expect(Math.abs(near[1] ?? 1)).toBeLessThan(0.2)
  expect(Math.hypot(...(question ?? []))).toBeCloseTo(1, 5)
})

test('a model of unknown dimension has a space from its first answer on, and keeps to it', async () => {
  const embedder = compatible({ embeddingModel: 'bge-m3' })
  await embedder?.embed(['um', 'dois'], options())
  expect(embedder?.space).toBe('openai/bge-m3/256')
  provider.scriptEmbedding({ kind: 'dimension', length: 8 })
  const refused = { code: 'invalid', paidTokens: expect.any(Number) }
  await expect(embedder?.embed(['três'], options())).rejects.toMatchObject(refused)
  provider.scriptEmbedding({ kind: 'count' })
  await expect(embedder?.embed(['um', 'dois'], options())).rejects.toMatchObject({ code: 'invalid' })
  expect(embedder?.space).toBe('openai/bge-m3/256')
})

test('a refusal says when to ask again, and nothing of the provider’s text or the key', async () => {
  provider.scriptEmbedding({ kind: 'status', status: 429, retryAfter: '7' })
  const error: unknown = await compatible({ embeddingModel: 'bge-m3' })
    ?.embed(['um'], options())
    .catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: 'provider_rate', retryAfterMs: 7_000, message: 'provider_rate' })
  expect(JSON.stringify(error)).not.toContain(KEY)
})

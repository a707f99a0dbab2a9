import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { PROMPT, read } from '../testing/clients/model-fixture.ts'
import { createReplyModel } from './model.ts'

const demo = () =>
  createReplyModel(
    { openai: {}, google: {}, firstTokenTimeoutMs: 1_000, stallTimeoutMs: 1_000 },
    pino({ level: 'silent' }),
  )

describe('the demonstration', () => {
  it('answers word by word, names itself, and repeats nothing of the prompt', async () => {
    const model = demo()
    const [first, second] = await Promise.all([read(model), read(model)])

    expect(model.isDemo).toBe(true)
    expect(first).toEqual(second)
    expect(first.texts.length).toBeGreaterThan(120)
    expect(first.text).toMatch(/^\*\*Resposta de demonstração\.\*\*/)
    expect(first.text).toMatch(/^## /m)
    expect(first.text).toMatch(/^- /m)
    expect(first.text).toMatch(/^\| --- /m)
    for (const name of ['OPENAI_API_KEY', 'GOOGLE_API_KEY', 'OPENAI_BASE_URL']) {
      expect(first.text).toContain(name)
    }
    expect(first.text).not.toContain(PROMPT.system)
    expect(first.finish).toEqual({
      type: 'finish',
      reason: 'stop',
      usage: { nTokens: 0, nCachedTokens: 0, nOutputTokens: 0 },
    })
    expect(first.provider).toBeNull()
    expect(first.writer).toBe('demo')
  })

  it('continues its own text, and starts anew after another’s', async () => {
    const whole = (await read(demo())).text
    for (const missing of [60, 3, 0]) {
      const partial = whole.slice(0, whole.length - missing)
      const { text, finish } = await read(demo(), { prompt: { ...PROMPT, partial } })
      expect(partial + text).toBe(whole)
      expect(finish?.reason).toBe('stop')
    }
    const abort = new AbortController()
    const prompt = { ...PROMPT, partial: 'Texto de um provedor' }
    const { text } = await read(demo(), { prompt, signal: abort.signal, onText: () => abort.abort() })
    expect(`\n\n${whole}`.startsWith(text)).toBe(true)
  })

  it('stops when the signal aborts', async () => {
    const abort = new AbortController()
    const { texts, finish, error } = await read(demo(), { signal: abort.signal, onText: () => abort.abort() })

    expect(texts).toHaveLength(1)
    expect(finish).toBeUndefined()
    expect(error).toMatchObject({ name: 'AbortError' })
  })
})

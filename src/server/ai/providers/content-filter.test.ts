import { describe, expect, it } from 'vitest'
import {
  createReplay,
  type Replayed,
  recordReply,
  wireOf,
} from '../../testing/doubles/provider/recorded-reply.ts'

const replayEvents = (protocol: 'chat' | 'responses' | 'gemini', events: string[]): Promise<Replayed> =>
  createReplay(protocol)([Buffer.from(events.join(''))])

/** Gemini's events of a reply that a filter ends with `reason`. */
function filtered(reason: string, tokens: string[], lastText?: string): string[] {
  const wire = wireOf('gemini')
  const finish = wire
    .finish({ reason: 'filter', text: lastText })
    .map((event) => event.replace('SAFETY', reason))
  return [...tokens.map(wire.token), ...finish]
}

describe('Gemini', () => {
  it.each(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'])(
    'F12 keeps the text before %s and within its event',
    async (reason) => {
      const { text, finish } = await replayEvents('gemini', filtered(reason, ['Uma ', 'frase'], ' e meia'))

      expect(text).toBe('Uma frase e meia')
      expect(finish).toBe('content_filter')
    },
  )

  it('F12 keeps the text before a finish without parts', async () => {
    const { text, finish } = await replayEvents('gemini', filtered('RECITATION', ['Uma ', 'frase']))

    expect(text).toBe('Uma frase')
    expect(finish).toBe('content_filter')
  })

  it('F12 keeps text in an event that also finishes', async () => {
    const { text, finish } = await replayEvents('gemini', filtered('SAFETY', [], 'Só isto'))

    expect(text).toBe('Só isto')
    expect(finish).toBe('content_filter')
  })

  it('F12 reads on after a STOP that comes before the text', async () => {
    const { events } = recordReply('gemini', ['Uma ', 'frase'])
    const stop = wireOf('gemini').finish({ reason: 'stop' })
    const { text, finish } = await replayEvents('gemini', [...stop, ...events])

    expect(text).toBe('Uma frase')
    expect(finish).toBe('stop')
  })

  it('F12 reports a blocked prompt without text', async () => {
    const { text, error } = await replayEvents('gemini', wireOf('gemini').blocked())

    expect(text).toBe('')
    expect(error).toMatchObject({ code: 'filtered', provider: 'google' })
  })
})

describe('OpenAI', () => {
  it.each([
    ['chat', '"content":', '"refusal":'],
    ['responses', 'response.output_text.delta', 'response.refusal.delta'],
  ] as const)("F12 keeps the model's own refusal, over %s", async (protocol, spoken, refused) => {
    const { events } = recordReply(protocol, ['Não ', 'posso.'])
    const { text, finish } = await replayEvents(
      protocol,
      events.map((event) => event.replaceAll(spoken, refused)),
    )

    expect(text).toBe('Não posso.')
    expect(finish).toBe('content_filter')
  })
})

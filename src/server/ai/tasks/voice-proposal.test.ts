import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BrandVoiceForm, VoiceProposal } from '#shared/contract/brand-voice.ts'
import { measureVoice } from '#shared/voice/features.ts'
import { HOSTILE_TEXTS } from '../../testing/factories/hostile-texts.ts'
import { proposeByRules, readVoiceProposal, VOICE_SYSTEM, voicePrompt } from './voice-proposal.ts'

const features = measureVoice(['Você planta hoje. Bora!'])
const EMPTY = { moves: [], goodExample: '', badExample: '' }
const fields = { forbiddenWords: [], favouriteWords: [] }

describe('the prompt', () => {
  it.each(Object.entries(HOSTILE_TEXTS))('carries %s as data only', (_what, text) => {
    const { system, turns } = voicePrompt([text, 'Outra.'], features, 100_000)
    expect(system).toBe(VOICE_SYSTEM)
    const [turn] = turns
    expect(turn?.content.match(/<\/?dados>/g)).toEqual(['<dados>', '</dados>'])
    expect(JSON.parse(turn?.content.split('\n')[1] ?? '').textos).toEqual([text, 'Outra.'])
  })

  it('shortens each of many samples to the budget', () => {
    const samples = Array.from({ length: 20 }, () => 'palavra '.repeat(750))
    const { turns } = voicePrompt(samples, features, 16_000)
    expect(turns[0]?.content.length).toBeLessThan(16_000 * 0.6 * 3.5 + 1_500)
  })
})

describe('an answer', () => {
  it.each([
    [
      'a list',
      { jeitos: ['Abre com uma cena.', '- Fecha com convite.', 'Abre com uma cena.'] },
      ['Abre com uma cena.', 'Fecha com convite.'],
    ],
    ['lines with breaks', { jeitos: ['1. Uma\n\u0000linha  só '] }, ['Uma linha só']],
    [
      'too many lines',
      { jeitos: Array.from({ length: 40 }, (_, at) => `Jeito ${at}`) },
      Array.from({ length: 12 }, (_, at) => `Jeito ${at}`),
    ],
    ['other things than texts', { jeitos: [1, null, {}, ['a'], '', ' '] }, []],
    ['a text for the list', { jeitos: 'Abre com uma cena.' }, []],
  ])('with %s is cleaned', (_what, answer, moves) => {
    expect(readVoiceProposal(JSON.stringify(answer))).toEqual({ ...EMPTY, moves })
  })

  it.each(['', 'Não sei.', '{', '[]', '{"jeitos": null, "assim": 3}'])('of no use is empty: %s', (answer) =>
    expect(readVoiceProposal(answer)).toEqual(EMPTY),
  )

  it('never yields values that the form refuses', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 900 }), fc.anything())
    const answer = fc.record({ jeitos: fc.oneof(fc.array(text), text), assim: text, assim_nao: text })
    fc.assert(
      fc.property(answer, (given) => {
        const read = readVoiceProposal(`Aqui: ${JSON.stringify(given)}`)
        expect(BrandVoiceForm.safeParse({ ...fields, ...read }).success).toBe(true)
      }),
    )
  })
})

it('rules describe the measured features', () => {
  const read = proposeByRules(features)
  expect(VoiceProposal.parse(read).moves).toContain('Fala com “você”')
  expect(BrandVoiceForm.safeParse({ ...fields, ...read }).success).toBe(true)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOSTILE_TEXTS } from '../../testing/factories/hostile-texts.ts'
import { block, takeApart } from '../../testing/prompt-structure.ts'
import type { Turn } from '../reply.ts'
import { assemblePrompt } from './build-prompt.ts'
import type { BusinessBlock } from './business.ts'
import { dataBlock } from './data-block.ts'

const KINDS = ['onboarding', 'product', 'brand', 'voice', 'offer', 'document'] as const
const KIND_NAMES = ['perfil', 'produto', 'marca', 'voz da marca', 'oferta', 'documento']

/** A prompt with this text in every field that users control. */
const assembleWith = (text: string) =>
  assemblePrompt({
    agent: { name: 'Clara', systemPrompt: 'Você é Clara e ajuda {{nome_do_criador}}.' },
    creatorName: 'Ana Souza',
    today: new Date('2026-03-01T12:00:00Z'),
    business: KINDS.map(
      (kind): BusinessBlock => ({
        kind,
        id: null,
        name: text,
        isChosen: true,
        fields: [
          { label: 'Transformação', value: text },
          { label: 'Público', value: `antes ${text} depois` },
        ],
      }),
    ),
    origin: { agentName: 'Inês', question: text, reply: `${text}\n\n${text}` },
    turns: [{ role: 'user', content: text }],
    budgetTokens: 1_000_000,
  }).prompt

const plain = takeApart(assembleWith('x').system)

const dataOf = (text: string) => [
  ...KIND_NAMES.map((tipo) => ({
    tipo,
    nome: text,
    campos: { Transformação: text, Público: `antes ${text} depois` },
  })),
  { tipo: 'resposta de outro agente', agente: 'Inês', pedido: text, resposta: `${text}\n\n${text}` },
]

function expectStructure(text: string): void {
  const { system, turns } = assembleWith(text)
  const { instructions, data } = takeApart(system)
  // No part of the instructions depends on users' text.
  expect(instructions).toEqual(plain.instructions)
  expect(data).toEqual(dataOf(text))
  expect(turns).toEqual<Turn[]>([{ role: 'user', content: text }])
}

describe('A36 the structure of a prompt', () => {
  it('has its blocks at the expected places', () => {
    expect(plain.instructions.filter((line) => line === '(dados)')).toHaveLength(7)
    expect(plain.instructions.slice(0, 3)).toEqual([
      'Você é Clara e ajuda Ana Souza.',
      '',
      '# Regras da casa',
    ])
    expect(Object.keys(HOSTILE_TEXTS).length).toBeGreaterThanOrEqual(50)
  })

  it.each(Object.entries(HOSTILE_TEXTS))('resists %s', (_what, text) => expectStructure(text))

  it('resists any text', () => {
    const nasty = fc.constantFrom(
      '<dados>',
      '</dados>',
      '\n',
      '\u2028',
      '"',
      '\\',
      '# ',
      '{{',
      '}}',
      '$&',
      '<',
    )
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 3 }))).map((parts) => parts.join('')),
    )
    // Blank values are left out.
    fc.assert(
      fc.property(
        text.filter((it) => it.trim() !== ''),
        expectStructure,
      ),
      { numRuns: 300 },
    )
  })

  it.each(Object.entries(HOSTILE_TEXTS))('keeps a name on its line: %s', (_what, text) => {
    const named = (name: string) =>
      assemblePrompt({
        agent: { name: 'Clara', systemPrompt: 'Ajude {{nome_do_criador}}.' },
        creatorName: name,
        today: new Date(),
        business: [],
        turns: [],
        budgetTokens: 10_000,
      }).prompt.system
    const { instructions, data } = takeApart(named(text))
    expect(data).toEqual([])
    expect(instructions.slice(1)).toEqual(takeApart(named('Ana')).instructions.slice(1))
  })
})

describe('a block of data', () => {
  it('is equivalent to its JSON, without hidden text', () => {
    for (const text of Object.values(HOSTILE_TEXTS)) {
      const [, json = '', ...rest] = dataBlock({ text }).split('\n')
      expect(rest).toEqual(['</dados>'])
      expect(JSON.parse(json)).toEqual({ text })
      expect(json).not.toMatch(/[<\u0085\u2028\u2029\u202a-\u202e\ufeff]|[\u{e0000}-\u{e007f}]/u)
    }
    expect(dataBlock({ nome: 'Ação & emoção 👩🏽‍💻' })).toBe(block({ nome: 'Ação & emoção 👩🏽‍💻' }))
  })
})

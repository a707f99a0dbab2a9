import { describe, expect, it } from 'vitest'
import { takeApart } from '../../testing/prompt-structure.ts'
import { assemblePrompt } from './build-prompt.ts'
import { type BusinessBlock, fitBusiness } from './business.ts'
import { CHARACTERS_PER_TOKEN, estimateTokens } from './token-estimate.ts'

const block = (kind: BusinessBlock['kind'], id: string, fields: Record<string, string>): BusinessBlock => ({
  ...{ kind, id, name: `Marca ${id}`, isChosen: kind !== 'voice' },
  fields: Object.entries(fields).map(([label, value]) => ({ label, value })),
})
const lines = (of: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${of} ${at}`).join('\n')
const brand = (id: string) => block('brand', id, { Público: 'Mães que vendem de casa' })
const voice = (id: string, size = 1) =>
  block('voice', id, {
    'Palavras proibidas': lines('palavra <proibida>', 2 * size),
    'Jeitos de escrever': lines('Um jeito bem comprido de escrever, com “aspas”', 12 * size),
    Assim: 'Põe o vaso na janela.',
  })

const assemble = (business: BusinessBlock[], budgetTokens = 100_000) =>
  assemblePrompt({
    agent: { name: 'Clara', systemPrompt: 'Você é Clara.' },
    creatorName: 'Ana',
    today: new Date('2026-03-01T12:00:00Z'),
    business,
    turns: [{ role: 'user', content: 'Oi' }],
    budgetTokens,
  })
const typesOf = (system: string) => takeApart(system).data.map((it) => Object(it).tipo)

describe('the voice of a brand in a prompt', () => {
  it('stands fenced after its brand, with our rule outside of the data', () => {
    const { prompt, business } = assemble([
      brand('a'),
      voice('a'),
      brand('b'),
      block('offer', 'o', { Oferta: 'x' }),
    ])
    expect(typesOf(prompt.system)).toEqual(['marca', 'voz da marca', 'marca', 'oferta'])
    expect(takeApart(prompt.system).instructions.join('\n')).toContain(
      'não use nenhuma das palavras proibidas',
    )
    expect(Object(takeApart(prompt.system).data[1]).campos).toMatchObject({ Assim: 'Põe o vaso na janela.' })
    expect(business.map(({ kind }) => kind)).toEqual(['brand', 'voice', 'brand', 'offer'])
  })

  it('adds nothing without a voice', () => {
    const { system } = assemble([brand('a')]).prompt
    expect(system).not.toContain('voz da marca')
  })

  it('has the same bytes for the same voice, whatever is asked', () => {
    const business = [brand('a'), voice('a'), brand('b'), voice('b')]
    const { system } = assemble(business).prompt
    for (let at = 0; at < 5; at += 1) expect(assemble(structuredClone(business)).prompt.system).toBe(system)
  })

  it.each([4_000, 16_000, 60_000])(
    'takes at most 6 %% of a budget of %i tokens, whole lines first',
    (budgetTokens) => {
      const ids = ['a', 'b', 'c']
      const business = ids.flatMap((id) => [brand(id), voice(id, 40)])
      const without = assemble(ids.map(brand), budgetTokens).prompt.system
      const { system } = assemble(business, budgetTokens).prompt
      const share = estimateTokens(system.slice(without.length))
      expect(share).toBeLessThanOrEqual(budgetTokens * 0.06)
      const shown = takeApart(system).data.filter((it) => Object(it).tipo === 'voz da marca')
      for (const { campos } of shown as { campos: Record<string, string> }[]) {
        for (const [label, value] of Object.entries(campos)) {
          const whole = voice('a', 40).fields.find((field) => field.label === label)?.value ?? ''
          expect(`${whole}\n`.startsWith(`${value}\n`)).toBe(true)
        }
      }
      // Room that is there is used.
      if (budgetTokens > 10_000) expect(share).toBeGreaterThan(budgetTokens * 0.05)
    },
  )

  it('goes when its brand is only named', () => {
    const long = block(
      'brand',
      'a',
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`Campo ${at}`, 'x'.repeat(200)])),
    )
    const { sections, business } = fitBusiness([long, voice('a')], 1_000, 500)
    expect(sections.join('')).not.toContain('voz da marca')
    expect(business).toEqual([{ ...long, fields: [] }])
    expect(sections.join('').length).toBeLessThan(1_000 * CHARACTERS_PER_TOKEN)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { block, takeApart } from '../../testing/prompt-structure.ts'
import type { Turn } from '../reply.ts'
import { assemblePrompt } from './build-prompt.ts'
import { type BusinessBlock, fitBusiness, fitSourceReply } from './business.ts'
import { CHARACTERS_PER_TOKEN, estimateTokens } from './token-estimate.ts'

const PLENTY = 100_000
const MARK = ' […]'

const item = (
  name: string,
  fields: Record<string, string>,
  more: Partial<BusinessBlock> = {},
): BusinessBlock => ({
  kind: 'product',
  id: null,
  name,
  isChosen: true,
  fields: Object.entries(fields).map(([label, value]) => ({ label, value })),
  ...more,
})
const text = (sections: string[]) => sections.join('\n\n')

type Read = { nome?: string; campos?: Record<string, string>; itens?: string[]; aviso?: string }
const readOf = (sections: string[]) => takeApart(text(sections)).data as Read[]

describe('the business in a prompt', () => {
  it('is omitted when empty', () => {
    expect(fitBusiness([], PLENTY)).toEqual({ sections: [], business: [] })
  })

  it('has one block per item, with its filled fields', () => {
    const business = [
      item('Perfil do negócio', { Objetivo: 'Vender' }, { kind: 'onboarding', isChosen: false }),
      item('Decola', { Tipo: 'Curso Gravado', Vazio: ' \n ' }),
      item('Escola', {}, { kind: 'brand' }),
      item('Anual', { 'Big idea': 'Menos é mais' }, { kind: 'offer' }),
      item('Página', { Texto: '# Oi\n\nTexto' }, { kind: 'document' }),
    ]
    const { sections, business: read } = fitBusiness(business, PLENTY)
    expect(sections).toEqual([
      '# O negócio de quem conversa com você\n\nUm texto que termina em […] foi encurtado para caber.',
      block({ tipo: 'perfil', nome: 'Perfil do negócio', campos: { Objetivo: 'Vender' } }),
      block({ tipo: 'produto', nome: 'Decola', campos: { Tipo: 'Curso Gravado' } }),
      block({ tipo: 'marca', nome: 'Escola', campos: {} }),
      block({ tipo: 'oferta', nome: 'Anual', campos: { 'Big idea': 'Menos é mais' } }),
      block({ tipo: 'documento', nome: 'Página', campos: { Texto: '# Oi\n\nTexto' } }),
    ])
    expect(read.map(({ fields }) => fields.length)).toEqual([1, 1, 0, 1, 1])
  })

  it('shortens the longest texts equally, and keeps short ones', () => {
    const business = [
      item('A', { Curto: 'R$ 1.997,00', Longo: 'a'.repeat(4_000) }),
      item('B', { Texto: 'b'.repeat(60_000) }, { kind: 'document' }),
      item('C', { Médio: 'c'.repeat(900) }),
    ]
    const { sections, business: read } = fitBusiness(business, 1_500)
    expect(text(sections).length).toBeLessThanOrEqual(1_500 * CHARACTERS_PER_TOKEN)
    const [short = '', long = '', document = '', middle = ''] = read.flatMap(({ fields }) =>
      fields.map(({ value }) => value),
    )
    expect(short).toBe('R$ 1.997,00')
    expect(middle).toBe('c'.repeat(900))
    expect(long).toMatch(/^a+ \[…\]$/)
    expect(document).toMatch(/^b+ \[…\]$/)
    expect(long.length).toBe(document.length)
    // The available room is used.
    expect(text(sections).length).toBeGreaterThan(1_450 * CHARACTERS_PER_TOKEN)
    expect(readOf(sections).flatMap(({ campos }) => Object.values(campos ?? {}))).toEqual([
      short,
      long,
      document,
      middle,
    ])
  })

  it('never splits a character or a JSON escape', () => {
    const family = '👨‍👩‍👧‍👦'
    for (let shift = 0; shift < 12; shift += 1) {
      const value = 'a'.repeat(shift) + `${family}"<\n`.repeat(400)
      const { sections, business } = fitBusiness([item('A', { Texto: value })], 700)
      const shown = business[0]?.fields[0]?.value ?? ''
      expect(shown.endsWith(MARK)).toBe(true)
      expect(shown).toMatch(new RegExp(`^a*(${family}"<\\n)*(${family}"?<?)?${' \\[…\\]'}$`, 'u'))
      expect(readOf(sections)[0]?.campos?.Texto).toBe(shown)
    }
  })

  it('reduces implied items to names before chosen ones', () => {
    const long = 'x'.repeat(2_000)
    const business = [
      item('Perfil do negócio', { Objetivo: long }, { kind: 'onboarding', isChosen: false }),
      ...Array.from({ length: 12 }, (_, index) => item(`Curso ${index}`, { T: long }, { isChosen: false })),
      item('Anual', { 'Big idea': long }, { kind: 'offer' }),
    ]
    const { sections, business: read } = fitBusiness(business, 400)
    expect(text(sections).length).toBeLessThanOrEqual(400 * CHARACTERS_PER_TOKEN)
    const data = readOf(sections)
    expect(data.map(({ nome }) => nome)).toEqual(['Perfil do negócio', 'Anual', undefined])
    expect(data[2]).toEqual({
      aviso: 'O conteúdo destes itens não coube aqui. Se algum fizer falta, peça à pessoa.',
      itens: Array.from({ length: 12 }, (_, index) => `produto: Curso ${index}`),
    })
    expect(read.map(({ name }) => name)).toEqual(business.map(({ name }) => name))
    expect(read.filter(({ fields }) => fields.length > 0).map(({ name }) => name)).toEqual([
      'Perfil do negócio',
      'Anual',
    ])
  })

  it('counts items whose names do not fit', () => {
    const business = Array.from({ length: 300 }, (_, index) => item(`Curso ${index}`, { T: 'x'.repeat(500) }))
    const { sections, business: read } = fitBusiness(business, 200)
    expect(text(sections).length).toBeLessThanOrEqual(200 * CHARACTERS_PER_TOKEN)
    const [{ itens = [], aviso } = {}] = readOf(sections)
    expect(itens.length).toBeGreaterThan(0)
    expect(aviso).toContain(` Há mais ${300 - itens.length} além dos que estão na lista.`)
    expect(read.flatMap(({ fields }) => fields)).toEqual([])
    expect(readOf(fitBusiness(business, 0).sections)).toEqual([
      { aviso: expect.stringContaining('Há mais 300 '), itens: [] },
    ])
  })

  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 2_000 }),
    fc.string({ unit: 'binary', maxLength: 300 }).map((it) => it.toWellFormed()),
    fc.nat({ max: 5_000 }).map((length) => '<"\n'.repeat(length)),
  )
  const anyBusiness = fc.array(
    fc.record<BusinessBlock>({
      kind: fc.constantFrom('onboarding', 'product', 'brand', 'offer', 'document'),
      id: fc.constant(null),
      name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
      isChosen: fc.boolean(),
      fields: fc.array(fc.record({ label: fc.constantFrom('A', 'B', 'C'), value: anyText }), {
        maxLength: 1,
      }),
    }),
    { minLength: 1, maxLength: 25 },
  )

  it('stays within its room, accounts for every item, and is deterministic', () => {
    fc.assert(
      fc.property(anyBusiness, fc.integer({ min: 150, max: 6_000 }), (business, roomTokens) => {
        const { sections, business: read } = fitBusiness(business, roomTokens)
        expect(text(sections).length).toBeLessThanOrEqual(roomTokens * CHARACTERS_PER_TOKEN)
        expect(fitBusiness(business, roomTokens).sections).toEqual(sections)
        expect(read.map(({ name, kind }) => [name, kind])).toEqual(
          business.map(({ name, kind }) => [name, kind]),
        )

        const data = readOf(sections)
        const whole = data.filter(({ nome }) => nome !== undefined)
        const { itens = [], aviso = '' } = data.find(({ nome }) => nome === undefined) ?? {}
        const counted = Number(/Há mais (\d+) /.exec(aviso)?.[1] ?? 0)
        expect(whole.length + itens.length + counted).toBe(business.length)
        for (const [index, { fields }] of read.entries()) {
          for (const { label, value } of fields) {
            const before = business[index]?.fields.find((field) => field.label === label)?.value ?? ''
            if (value === before) continue
            expect(value.endsWith(MARK)).toBe(true)
            expect(before.startsWith(value.slice(0, -MARK.length))).toBe(true)
          }
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('the origin of a chat', () => {
  it('is one block, with its question', () => {
    const origin = { agentName: 'Inês', question: 'Quem compra?', reply: 'Redatores.' }
    const [head, data] = fitSourceReply(origin, PLENTY)
    expect(head).toMatch(/^# De onde esta conversa continua\n/)
    expect(data).toBe(
      block({
        tipo: 'resposta de outro agente',
        agente: 'Inês',
        pedido: 'Quem compra?',
        resposta: 'Redatores.',
      }),
    )
  })

  it('is shortened to its room, the longer text first', () => {
    const origin = { agentName: 'Inês', question: 'Quem compra?', reply: 'r\n'.repeat(100_000) }
    const sections = fitSourceReply(origin, 1_000)
    expect(text(sections).length).toBeLessThanOrEqual(1_000 * CHARACTERS_PER_TOKEN)
    const [data] = takeApart(text(sections)).data as { pedido: string; resposta: string }[]
    expect(data?.pedido).toBe('Quem compra?')
    expect(data?.resposta.endsWith(MARK)).toBe(true)
    // With no room at all, it still shows that there is an origin.
    const [nothing] = takeApart(text(fitSourceReply({ ...origin, question: 'q'.repeat(200) }, 0))).data
    expect(nothing).toMatchObject({ pedido: MARK, resposta: MARK })
  })
})

describe('the room of the conversation', () => {
  const turns: Turn[] = Array.from({ length: 40 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Mensagem ${index} ${'palavra '.repeat(30)}`,
  }))
  const business = Array.from({ length: 20 }, (_, index) =>
    item(`Curso ${index}`, { T: 'x'.repeat(4_000), U: 'y'.repeat(4_000) }),
  )
  const origin = { agentName: 'Inês', question: 'q'.repeat(16_000), reply: 'r'.repeat(200_000) }

  it.each([4_000, 16_000, 100_000])('is most of a budget of %i tokens, and at least half', (budgetTokens) => {
    const agent = { name: 'Clara', systemPrompt: 'Ajude. '.repeat(700) }
    const about = { agent, creatorName: 'Ana', today: new Date(), turns, budgetTokens }
    const alone = assemblePrompt({ ...about, business: [] })
    const full = assemblePrompt({ ...about, business, origin })
    expect(full.conversationTokens).toBeGreaterThanOrEqual(Math.floor(alone.conversationTokens * 0.4) - 2)
    expect(full.conversationTokens).toBeGreaterThan(500)
    const size = estimateTokens(full.prompt.system + full.prompt.turns.map(({ content }) => content).join(''))
    expect(size).toBeLessThanOrEqual(budgetTokens)
    expect(full.prompt.turns.at(-1)?.content).toContain('Mensagem 39')
    // Independent of the conversation and of a partial reply.
    const later = assemblePrompt({
      ...about,
      turns: turns.slice(0, 1),
      business,
      origin,
      partial: 'p'.repeat(900),
    })
    expect(later.prompt.system).toBe(full.prompt.system)
  })
})

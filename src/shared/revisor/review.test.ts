import { describe, expect, test } from 'vitest'
import {
  SAVED_OFFER as FACTS,
  OFFER_RULES,
  readHeldOutFile,
  readPricesFile,
  readSentencesFile,
  scoreRules,
} from '../testing/revisor-corpus.ts'
import type { ReviewFacts } from './facts.ts'
import { type ActiveRule, FINDINGS_MAX, review } from './review.ts'
import { type Channel, HOUSE_RULES, RULE_IDS } from './rules.ts'

const kindsOf = (text: string, channel: Channel = 'meta', facts?: ReviewFacts) => [
  ...new Set(review(text, { channel, ...(facts && { facts }) }).map(({ ruleId }) => ruleId)),
]

describe('the rules of the Revisor', () => {
  test('find the labelled sentences with a precision of 0.95 and more, and each kind', () => {
    const corpus = readSentencesFile()
    expect(corpus.length).toBeGreaterThanOrEqual(300)
    expect(corpus.filter(({ kinds }) => kinds.length === 0)).toHaveLength(corpus.length / 2)
    const { scores } = scoreRules(corpus)
    const sum = (of: 'found' | 'wrong') => scores.reduce((all, it) => all + it[of], 0)
    expect(sum('found') / (sum('found') + sum('wrong'))).toBeGreaterThanOrEqual(0.95)
    expect(scores.filter(({ labelled, found }) => found < labelled / 2)).toEqual([])
  })

  test('find most of the sentences that they were not written with', () => {
    const { scores } = scoreRules(readHeldOutFile(), FACTS)
    const sum = (of: keyof Omit<(typeof scores)[number], 'kind'>) =>
      scores.reduce((all, it) => all + it[of], 0)
    expect(sum('found') / (sum('found') + sum('wrong'))).toBeGreaterThanOrEqual(0.9)
    expect(sum('found') / sum('labelled')).toBeGreaterThanOrEqual(0.9)
  })

  test('have a source and an address, and no address without a text', () => {
    expect(HOUSE_RULES.map(({ id }) => id)).toEqual(RULE_IDS)
    for (const rule of HOUSE_RULES) {
      expect([rule.id, rule.why, rule.suggestion, rule.source].every((it) => it.length > 3)).toBe(true)
      expect(rule.sourceAddress).toMatch(rule.id === 'palavra-da-marca' ? /^$/ : /^https?:\/\//)
      // The same law has been read for each of them.
      if (rule.sourceAddress.includes('planalto.gov.br')) expect([rule.id, rule.readAt]).not.toContain(null)
    }
  })

  test.each<[string, Channel, string[]]>([
    ['Você que está endividado', 'meta', ['atributo-pessoal']],
    ['Você que está endividado', 'page', []],
    ['VENHA PARA A TURMA NOVA', 'google', ['maiusculas']],
    ['VENHA PARA A TURMA NOVA', 'email', []],
    ['Aula GRÁTIS', 'google', ['maiusculas']],
    ['COMPRE AGORA', 'google', ['maiusculas']],
    ['COMPRE AGORA', 'meta', []],
    ['Use o cupom VERAO na aula de HTML do SEBRAE, em SP', 'google', []],
    ['Aula nova 🔥', 'google', ['simbolos']],
    ['Aula nova 👩🏽‍🏫', 'google', ['simbolos']],
    ['Aula nova 🔥', 'meta', []],
    ['Marca® registrada', 'google', []],
    ['```\nLucro garantido\n```', 'page', []],
    ['## Lucro garantido', 'page', ['renda-garantida']],
    ['| Lucro garantido | ok |', 'page', ['renda-garantida']],
    ['Lucro\ngarantido', 'page', []],
    ['Nunca houve lucro garantido', 'page', []],
    ['Não perca, lucro garantido', 'page', ['renda-garantida']],
  ])('%j on %s: %j', (text, channel, kinds) => {
    expect(kindsOf(text, channel)).toEqual(kinds)
  })

  test('name the first result only, unless the text has a caveat anywhere', () => {
    const told = 'Faturei R$ 9 mil.\n\nVendi 40 vagas.'
    expect(review(told, { channel: 'page' }).map(({ quote }) => quote)).toEqual(['Faturei R$ 9 mil'])
    expect(kindsOf(`${told}\n\nResultados variam.`)).toEqual([])
  })

  test('accept a testimonial with consent in its paragraph only', () => {
    const quote = '“Amei as aulas.” — Ana'
    expect(kindsOf(`${quote}\n(depoimento autorizado)`)).toEqual([])
    expect(kindsOf(`${quote}\n\nDepoimento autorizado.`)).toEqual(['depoimento'])
  })

  test('quote the exact words, once each, in the order of the text', () => {
    const text = 'Oi 👋 Últimas vagas! Lucro garantido! Últimas vagas!'
    const found = review(text, { channel: 'page' })
    expect(found.map(({ quote }) => quote)).toEqual(['Últimas vagas', 'Lucro garantido', 'Últimas vagas'])
    for (const { start, end, quote } of found) expect(text.slice(start, end)).toBe(quote)
    expect(review('Últimas vagas. '.repeat(1_000), { channel: 'page' })).toHaveLength(FINDINGS_MAX)
  })

  test('follow the settings of the house, and its own phrases', () => {
    const own: ActiveRule = { id: 'casa', severity: 'risk', channels: ['page'], phrases: ['método secreto'] }
    const rules = [{ ...own, id: 'renda-garantida', severity: 'improve', phrases: [] } as const, own]
    const found = review('Lucro garantido com o MÉTODO  SECRETO. Últimas vagas!', { channel: 'page', rules })
    expect(found.map(({ ruleId, severity, quote }) => [ruleId, severity, quote])).toEqual([
      ['renda-garantida', 'improve', 'Lucro garantido'],
      ['casa', 'risk', 'MÉTODO  SECRETO'],
    ])
    expect(review('método secreto', { channel: 'meta', rules })).toEqual([])
  })
})

const priceCases = readPricesFile()
const AMOUNT = /R\$ ?\d|\d+x|\d+ (?:parcelas|vezes) de/

describe('figures against the saved offer', () => {
  test('raise no false alarm in 60 cases with an amount or instalments, and every wrong figure is found', () => {
    const clean = priceCases.filter(({ kinds }) => kinds.length === 0)
    expect(clean.filter(({ sentence }) => AMOUNT.test(sentence)).length).toBeGreaterThanOrEqual(60)
    const mistakes = priceCases.filter(({ sentence, kinds }) => {
      const found = kindsOf(sentence, 'page', FACTS).filter((it) => OFFER_RULES.includes(it))
      return found.join() !== kinds.join()
    })
    expect(mistakes).toEqual([])
  })

  test('say both values, to the cent', () => {
    const [finding] = review('Por apenas R$ 997,01.', { channel: 'page', facts: FACTS })
    expect(finding?.detail?.replaceAll('\u00a0', ' ')).toBe(
      'O texto diz R$ 997,01. O preço salvo é R$ 997,00.',
    )
  })

  test('are not compared without a saved product, or with a draft', () => {
    const [product] = FACTS.products
    const draft = {
      ...FACTS,
      texts: [],
      products: [
        {
          name: 'Rascunho',
          anchorPrice: null,
          practicePrice: null,
          maxInstallments: null,
          installmentValue: null,
        },
      ],
    }
    expect(product).toBeDefined()
    for (const { sentence } of priceCases) {
      for (const facts of [undefined, draft]) {
        expect(kindsOf(sentence, 'page', facts).filter((it) => it.endsWith('-diferente'))).toEqual([])
      }
    }
  })

  test.each([
    ['Oferta até 12/12: só hoje!', ['urgencia']],
    ['A oferta termina hoje, 27/11.', ['prazo-diferente', 'urgencia']],
    ['Restam 3 vagas.', ['urgencia']],
    ['Vagas limitadas.', []],
    ['Gratidão por estar aqui.', ['palavra-da-marca']],
  ])('urgency and words: %s', (text, kinds) => {
    expect(kindsOf(text, 'page', FACTS).toSorted()).toEqual(kinds)
  })
})

describe('hostile texts', () => {
  test.each([
    '“',
    '" — A',
    'R$ 1',
    'a.',
    'vagas últimas ',
    '12x de ',
    'você que ',
    '!',
    'Á ',
    '\n\n”—Ab',
    '1,,,',
    '🔥',
    'dia 1 até R$ 1 por ',
  ])('of %j take no longer than other texts', (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length)).slice(0, 100_000)
    const start = process.cpuUsage()
    review(text, { channel: 'google', facts: FACTS })
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(2_000)
  })
})

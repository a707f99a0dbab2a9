import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AssetDetails } from '#client/entities/business/assets.api.ts'
import {
  fillRecommendation,
  isKnownVariable,
  parseRecommendation,
  valuesFrom,
  variablesOf,
} from './recommendation.ts'

const keysOf = (content: string) => variablesOf(parseRecommendation(content)).map(({ key }) => key)

describe('variables', () => {
  it.each([
    ['Escreva para {público}', ['publico']],
    ['{produto} e {Produto} e {PRODUTO}', ['produto']],
    ['A {big idea} de {oferta}, por {preço}', ['big idea', 'oferta', 'preco']],
    ['{tom  de   voz}', ['tom de voz']],
    ['{objeção principal} e {meta 2026}', ['objecao principal', 'meta 2026']],
    ['{a}', ['a']],
    ['{pu\u0301blico}', ['publico']],
  ])('%s asks for %j', (content, keys) => {
    expect(keysOf(content)).toEqual(keys)
  })

  it.each([
    'sem nada',
    '{}',
    '{ }',
    '{ produto }',
    '{{produto}}',
    '{{{produto}}}',
    '{{produto}',
    '{produto}}',
    '{1,2}',
    '{"json": 1}',
    '{produto',
    'produto}',
    '{linha\nquebrada}',
    `{${'a'.repeat(41)}}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is literal text here.
    '${OPENAI_API_KEY}',
    '',
  ])('%j is text and nothing else', (content) => {
    expect(keysOf(content)).toEqual([])
    expect(fillRecommendation(parseRecommendation(content), {})).toBe(content)
  })
})

describe('filling', () => {
  it('fills every occurrence of a variable, and keeps one without a value as written', () => {
    const parts = parseRecommendation('{Produto} para {público}: {produto}, {objeção}')
    expect(fillRecommendation(parts, { produto: 'Curso {publico}', publico: ' mães ' })).toBe(
      'Curso {publico} para mães: Curso {publico}, {objeção}',
    )
  })

  it('changes nothing without values, whatever the text', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', 'a', 'ç', ' ', '1', '-', '\n'), maxLength: 60 })
    fc.assert(
      fc.property(text, (content) => {
        expect(fillRecommendation(parseRecommendation(content), {})).toBe(content)
      }),
    )
  })

  it('takes values literally, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const filled = fillRecommendation(parseRecommendation('a {x} b'), { x: value })
        expect(filled).toBe(value.trim() ? `a ${value.trim()} b` : 'a {x} b')
      }),
    )
  })
})

const NOTHING: AssetDetails = { products: [], brands: [], offers: [] }
const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const product: AssetDetails['products'][number] = {
  id: 'p',
  isDraft: false,
  name: 'Curso de Violão',
  type: 'Curso Gravado',
  transformation: 'Tocar em\n30 dias.',
  mainPersona: 'Mães de 30 a 45 anos',
  anchorPrice: '1997',
  anchorPriceDecimal: '1997.00',
  practicePrice: 'R$ 997',
  practicePriceDecimal: '997.00',
  maxInstallments: 12,
  installmentValue: '97',
  installmentValueDecimal: '97.00',
  contentDetails: 'Oito módulos...',
  additionalDeliverables: null,
  ...stamps,
}
const brand: AssetDetails['brands'][number] = {
  id: 'b',
  name: 'Escola Sol',
  description: null,
  audience: 'Iniciantes',
  toneOfVoice: null,
  differentiators: null,
  website: null,
  instagram: null,
  ...stamps,
}

describe('valuesFrom', () => {
  it('reads the first of each kind, as a sentence can hold it', () => {
    const second = { ...product, name: 'Outro' }
    expect(valuesFrom({ ...NOTHING, products: [product, second] })).toEqual({
      produto: 'Curso de Violão',
      publico: 'Mães de 30 a 45 anos',
      transformacao: 'Tocar em 30 dias',
      preco: 'R$ 997,00',
      conteudo: 'Oito módulos...',
    })
  })

  it('ignores empty fields, and takes the audience from a brand without a product', () => {
    expect(valuesFrom({ ...NOTHING, brands: [brand] })).toEqual({
      publico: 'Iniciantes',
      marca: 'Escola Sol',
    })
    expect(valuesFrom(NOTHING)).toEqual({})
  })

  it('knows its own variables and no others', () => {
    expect(['produto', 'big idea', 'tom de voz'].every(isKnownVariable)).toBe(true)
    expect(['toString', 'constructor', 'objecao'].some(isKnownVariable)).toBe(false)
  })
})

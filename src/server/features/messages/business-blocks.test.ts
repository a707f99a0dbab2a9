import { describe, expect, test } from 'vitest'
import type { BusinessBlock } from '../../ai/prompt/business.ts'
import { validBrand, validProduct } from '../../testing/factories/business.ts'
import { brandBlock, contextFrom, documentBlock, onboardingBlock, productBlock } from './business-blocks.ts'

const PRICES = {
  anchorPrice: '2.997,00',
  anchorPriceDecimal: '2997.00',
  practicePrice: 'R$ 1.997,00',
  practicePriceDecimal: '1997.00',
  maxInstallments: 12,
  installmentValue: '206,55',
  installmentValueDecimal: '206.55',
}

const fieldsOf = (over: object): Record<string, string> => {
  const product = {
    ...validProduct(),
    ...{ isDraft: false, additionalDeliverables: null, id: 'x' },
    ...PRICES,
    ...over,
  }
  const { fields } = productBlock(product, true)
  return Object.fromEntries(fields.map(({ label, value }) => [label, value]))
}

describe('a product block for the model', () => {
  test('has the prices as typed and the values derived from them', () => {
    expect(fieldsOf({})).toEqual({
      Tipo: 'Mentoria em Grupo',
      Transformação: 'De freelancer sem agenda a copywriter com fila de espera',
      'Persona principal': 'Redatores com até dois anos de mercado',
      'Preço ancorado': '2.997,00 (R$ 2.997,00)',
      'Preço praticado': 'R$ 1.997,00',
      'Desconto sobre o ancorado': 'R$ 1.000,00 (33,4%)',
      Parcelamento: 'até 12 x 206,55 (R$ 206,55)',
      'Total parcelado': 'R$ 2.478,60',
      'Juros do parcelamento': 'R$ 481,60 (24,1% sobre o praticado; 3,49% ao mês)',
      Conteúdo: 'Oito encontros ao vivo e correção de textos',
      'Entregáveis adicionais': '',
    })
  })

  test('of a draft names the required fields that it lacks', () => {
    const empty = {
      ...{ isDraft: true, type: null, transformation: '', anchorPrice: '', anchorPriceDecimal: null },
      ...{ maxInstallments: null, installmentValue: '', installmentValueDecimal: null },
    }
    expect(fieldsOf(empty)).toMatchObject({
      Rascunho:
        'Ficha incompleta. Falta: Tipo, Transformação, Preço ancorado, Parcelamento. Não presuma o que falta: pergunte, se precisar.',
      'Preço ancorado': '',
      'Preço praticado': 'R$ 1.997,00',
      'Desconto sobre o ancorado': '',
      'Total parcelado': '',
    })
    expect(fieldsOf({ isDraft: true }).Rascunho).toContain('não foram conferidos')
    expect(fieldsOf({})).not.toHaveProperty('Rascunho')
  })

  test('of a draft with half of the instalments has that half', () => {
    const noValue = { isDraft: true, installmentValue: '', installmentValueDecimal: null }
    expect(fieldsOf(noValue).Parcelamento).toBe('até 12 x; valor da parcela não informado')
    expect(fieldsOf({ isDraft: true, maxInstallments: null })).toMatchObject({
      Parcelamento: 'parcelas de 206,55 (R$ 206,55); número de parcelas não informado',
      'Total parcelado': '',
    })
  })

  test('omits derived values if there are none', () => {
    const once = fieldsOf({ maxInstallments: 1, anchorPrice: '1997', anchorPriceDecimal: '1997.00' })
    expect(once).toMatchObject({
      'Preço ancorado': '1997 (R$ 1.997,00)',
      'Desconto sobre o ancorado': '',
      Parcelamento: 'só à vista',
      'Total parcelado': '',
      'Juros do parcelamento': '',
    })
    const even = { practicePriceDecimal: '1200.00', installmentValueDecimal: '100.00' }
    expect(fieldsOf(even)['Juros do parcelamento']).toBe('nenhum')
    const cheaper = { practicePriceDecimal: '1300.00', installmentValueDecimal: '100.00' }
    expect(fieldsOf(cheaper)['Juros do parcelamento']).toBe('nenhum: parcelado sai R$ 100,00 mais barato')
    expect(fieldsOf({ practicePriceDecimal: '0.00' })['Juros do parcelamento']).toBe('R$ 2.478,60')
  })

  test('has no figure that truncation could split', () => {
    const huge = '999999999999.99'
    const fields = fieldsOf({
      ...{ anchorPrice: `R$ ${huge}`, anchorPriceDecimal: huge },
      ...{ practicePrice: '0,01', practicePriceDecimal: '0.01' },
      ...{ installmentValue: `R$ ${huge}`, installmentValueDecimal: huge, maxInstallments: 120 },
    })
    for (const [label, value] of Object.entries(fields)) {
      if (/Preço|Desconto|Parcel|Total|Juros/.test(label)) expect(value.length).toBeLessThanOrEqual(120)
    }
  })
})

test('the questionnaire has the labels from the screen', () => {
  const { fields, id, isChosen } = onboardingBlock({
    marketingLevel: 'intermediario',
    digitalMarketingGoal: 'Vender 200 vagas',
    strategies: ['perpetuo', 'lancamento_pago'],
  })
  expect({ id, isChosen }).toEqual({ id: null, isChosen: false })
  expect(fields).toEqual([
    { label: 'Momento', value: 'Intermediário (de R$ 10 mil a R$ 100 mil por mês)' },
    { label: 'Objetivo', value: 'Vender 200 vagas' },
    { label: 'Estratégias', value: 'Perpétuo, Lançamento pago' },
  ])
})

test('a brand has no empty fields, and its profile is marked', () => {
  const none = { description: null, audience: null, toneOfVoice: null, differentiators: null, website: null }
  const values = (over: object) =>
    brandBlock({ ...validBrand(), id: 'x', ...over }, false).fields.map(({ value }) => value)
  expect(values({ ...none, instagram: null })).toEqual(['', '', '', '', '', ''])
  expect(values({ instagram: 'escola' }).at(-1)).toBe('@escola')
})

describe('the stored grounding', () => {
  const product = (name: string, id = 'p'): BusinessBlock => ({
    kind: 'product',
    id,
    name,
    isChosen: true,
    fields: [{ label: 'Tipo', value: 'Workshop' }],
  })
  const document = documentBlock({ id: 'd', title: 'Página', body: '# Oi' }, true)

  test('contains everything but the texts of documents', () => {
    expect(contextFrom([product('Decola'), document])).toEqual([
      product('Decola'),
      { kind: 'document', id: 'd', name: 'Página', isChosen: true, fields: [] },
    ])
  })

  test('contains what each writer of the reply read, in the last version read', () => {
    const before = contextFrom([product('Antes'), product('Outro', 'q'), document])
    expect(contextFrom([product('Depois')], before)).toEqual([
      product('Depois'),
      product('Outro', 'q'),
      before[2],
    ])
    expect(contextFrom([], before)).toEqual(before)
  })
})

import { describe, expect, test } from 'vitest'
import { type AdminPlan, EXTERNAL_CHOICES, externalKeyOf, PlanForm } from '#shared/contract/plans-admin.ts'
import { EXTERNAL_LABELS, formatPersonCount, saleOf } from './plan-texts.ts'
import {
  bodyOf,
  changesTo,
  clashesOf,
  externalOf,
  externalsOf,
  limitOf,
  rebased,
  slugOf,
  valuesOf,
  withoutHelperFields,
} from './plan-values.ts'

const plan: AdminPlan = {
  id: '01930000-0000-7000-8000-000000000002',
  name: 'creator',
  displayName: 'Criador',
  description: 'Todos os agentes.',
  monthlyMessageLimit: 2_000,
  dailyMessageLimit: null,
  storageMegabytes: 1_000,
  passageLimit: 20_000,
  allAgents: true,
  agents: { open: 8, total: 8 },
  priceText: 'R$ 97 por mês',
  checkoutUrl: null,
  stripePriceId: null,
  trialDays: 0,
  acceptsCoupons: false,
  soldBy: null,
  externals: [
    { provider: 'hubla', kind: 'offer', externalId: 'of-1', name: 'Turma de março' },
    { provider: 'stripe', kind: 'price', externalId: 'price_1', name: null },
  ],
  order: 1,
  isArchived: false,
  isFloor: false,
  people: 12,
  version: 3,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
}

describe('a plan’s form', () => {
  test('holds what is stored, and what it holds is what a call says', () => {
    const values = valuesOf(plan)
    expect(PlanForm.parse(values)).toEqual(values)
    expect(values).toMatchObject({
      monthlyMessageLimit: '2.000',
      checkoutUrl: '',
      priceText: 'R$ 97 por mês',
    })
    expect(values.externals).toEqual(plan.externals.map(externalKeyOf))
    expect(changesTo(plan, values)).toEqual({})
    expect(bodyOf(withoutHelperFields(values))).toMatchObject({
      ...{ displayName: 'Criador', monthlyMessageLimit: 2_000, checkoutUrl: '', isArchived: false },
      externals: [
        { provider: 'hubla', kind: 'offer', externalId: 'of-1', name: null },
        { provider: 'stripe', kind: 'price', externalId: 'price_1', name: null },
      ],
    })
    expect(Object.keys(bodyOf(withoutHelperFields(values)))).not.toContain('newExternal')
  })

  test('takes a limit as people write it', () => {
    for (const typed of ['2000', '2.000']) {
      expect(changesTo(plan, { ...valuesOf(plan), monthlyMessageLimit: typed })).toEqual({})
    }
    const changed = changesTo(plan, { ...valuesOf(plan), monthlyMessageLimit: '1.000.000' })
    expect(changed).toEqual({ monthlyMessageLimit: 1_000_000 })
    for (const typed of ['', '1,5', '-1', '2.00', 'muitas', '1.000.001', '9'.repeat(30)]) {
      const form = { ...valuesOf(plan), monthlyMessageLimit: typed }
      expect([typed, PlanForm.safeParse(form).success]).toEqual([typed, false])
    }
    expect(['', 'muitas', '0', ' 2.000 '].map(limitOf)).toEqual([undefined, undefined, 0, 2_000])
  })

  test('takes room as people write it, and some of it', () => {
    expect(changesTo(plan, { ...valuesOf(plan), storageMegabytes: '1000' })).toEqual({})
    const changed = changesTo(plan, { ...valuesOf(plan), storageMegabytes: '5.000' })
    expect(changed).toEqual({ storageMegabytes: 5_000 })
    for (const typed of ['', '0', '1,5', '1.000.001']) {
      const form = { ...valuesOf(plan), storageMegabytes: typed }
      expect([typed, PlanForm.safeParse(form).success]).toEqual([typed, false])
    }
    expect(valuesOf().storageMegabytes).toBe('1.000')
    expect(changesTo(plan, { ...valuesOf(plan), passageLimit: '40.000' })).toEqual({ passageLimit: 40_000 })
    expect(changesTo(plan, { ...valuesOf(plan), passageLimit: '20000' })).toEqual({})
  })

  test('takes no limit a day as an empty field', () => {
    const limited = { ...plan, dailyMessageLimit: 1_500 }
    expect(valuesOf(limited).dailyMessageLimit).toBe('1.500')
    expect(changesTo(limited, { ...valuesOf(limited), dailyMessageLimit: '' })).toEqual({
      dailyMessageLimit: null,
    })
    expect(changesTo(plan, { ...valuesOf(plan), dailyMessageLimit: '40' })).toEqual({ dailyMessageLimit: 40 })
    for (const [typed, isValid] of [
      [' ', true],
      ['0', false],
      ['1,5', false],
    ] as const) {
      const form = { ...valuesOf(plan), dailyMessageLimit: typed }
      expect([typed, PlanForm.safeParse(form).success]).toEqual([typed, isValid])
    }
  })

  test('loses no code that was typed and not added', () => {
    const typed = { ...valuesOf(plan), newExternal: ' of:2 ', newExternalKind: 'hubla:product' as const }
    expect(externalsOf(typed).at(-1)).toBe('hubla:product:of:2')
    expect(changesTo(plan, typed).externals?.at(-1)).toMatchObject({ kind: 'product', externalId: 'of:2' })
    const again = { ...typed, newExternal: 'of-1', newExternalKind: 'hubla:offer' as const }
    expect(changesTo(plan, again)).toEqual({})
    expect(externalOf('stripe:price:a:b')).toEqual({ choice: 'stripe:price', externalId: 'a:b' })
    expect(Object.keys(EXTERNAL_LABELS)).toEqual([...EXTERNAL_CHOICES])
  })
})

describe('a plan that somebody else has changed meanwhile', () => {
  const theirs: AdminPlan = {
    ...plan,
    displayName: 'Criador Pro',
    priceText: 'R$ 127 por mês',
    externals: [...plan.externals, { provider: 'hubla', kind: 'offer', externalId: 'delas', name: null }],
    version: 4,
  }
  const mine: PlanForm = {
    ...valuesOf(plan),
    description: 'Outra',
    priceText: 'R$ 107 por mês',
    externals: ['hubla:offer:of-1', 'hubla:offer:minha'],
  }

  test('keeps what was typed over it, and what was not touched is theirs', () => {
    const form = rebased(plan, theirs, mine)
    expect(form).toMatchObject({
      ...{ displayName: 'Criador Pro', description: 'Outra', priceText: 'R$ 107 por mês' },
      // Mine is there, what I took away is not, and theirs stays.
      externals: ['hubla:offer:of-1', 'hubla:offer:delas', 'hubla:offer:minha'],
    })
    expect(Object.keys(changesTo(theirs, form)).toSorted()).toEqual(['description', 'externals', 'priceText'])
  })

  test('says what both have changed, and not alike', () => {
    expect(clashesOf(plan, theirs, mine)).toEqual(['priceText'])
    expect(clashesOf(plan, theirs, { ...mine, priceText: theirs.priceText ?? '' })).toEqual([])
  })
})

test.each([
  ['Criador Pro', 'criador_pro'],
  ['  Lançamento & Cia. ', 'lancamento_cia'],
  ['10 mil', 'plano_10_mil'],
  ['—', ''],
  ['x'.repeat(60), 'x'.repeat(40)],
])('%j is called %j by programs', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test.each([
  [{}, 'unsold', 'Sem onde comprar'],
  [{ checkoutUrl: 'https://pay.hub.la/x' }, 'unsold', 'Falta ligar o pagamento'],
  [{ checkoutUrl: 'https://pay.hub.la/x', soldBy: 'hubla' as const }, 'sold', 'À venda pela Hubla'],
  [{ stripePriceId: 'price_1', soldBy: 'stripe' as const }, 'sold', 'À venda pelo Stripe'],
  [{ isFloor: true }, 'floor', 'Toda conta começa aqui'],
  [{ isArchived: true, stripePriceId: 'price_1' }, 'archived', 'Fora de venda'],
])('%j: %s', (values, state, text) => {
  expect(saleOf({ ...plan, ...values })).toEqual({ state, text })
})

test('figures are said as people say them', () => {
  expect([0, 1, 1_204].map(formatPersonCount)).toEqual(['Ninguém', '1 pessoa', '1.204 pessoas'])
})

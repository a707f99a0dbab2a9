import { describe, expect, test } from 'vitest'
import { type Held, hublaPage, reasonNotToBuy, saleOf } from './purchase-rules.ts'

const BOTH = { stripe: true, hubla: true }
const USUAL = { name: 'name', email: 'email' }
const plan = { isArchived: false, stripePriceId: 'price_1', checkoutUrl: 'https://pay.hub.la/abc' }

describe('the checkout of a plan', () => {
  test('is at Stripe, else at Hubla, and nowhere if the plan is archived or no payment webhook is configured', () => {
    expect(saleOf(plan, BOTH)).toEqual({ provider: 'stripe', priceId: 'price_1' })
    const hubla = { provider: 'hubla', url: 'https://pay.hub.la/abc' }
    expect(saleOf({ ...plan, stripePriceId: null }, BOTH)).toEqual(hubla)
    expect(saleOf(plan, { stripe: false, hubla: true })).toEqual(hubla)
    expect(saleOf(plan, { stripe: false, hubla: false })).toBeUndefined()
    expect(saleOf({ ...plan, checkoutUrl: null }, { stripe: false, hubla: true })).toBeUndefined()
    expect(saleOf({ ...plan, isArchived: true }, BOTH)).toBeUndefined()
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://pay.hub.la/abc',
    '//pay.hub.la/abc',
    'https://ana:senha@pay.hub.la/abc',
    'https:\\\\pay.hub.la',
    '/app/me',
    '',
  ])('A29 is never at %j, whatever is stored', (checkoutUrl) => {
    expect(saleOf({ ...plan, stripePriceId: null, checkoutUrl }, BOTH)).toBeUndefined()
  })
})

describe('Hubla’s checkout page', () => {
  test('gets the user’s name and email, and keeps the link’s own parameters', () => {
    const buyer = { name: 'Ana & Lia = 1 ção', email: 'ana+loja@exemplo.com.br' }
    const url = hublaPage('https://pay.hub.la/abc?coupon=VOLTA#topo', buyer, USUAL)
    const page = new URL(url)
    expect([page.origin, page.pathname, page.hash]).toEqual(['https://pay.hub.la', '/abc', '#topo'])
    expect(Object.fromEntries(page.searchParams)).toEqual({
      coupon: 'VOLTA',
      name: 'Ana & Lia = 1 ção',
      email: 'ana+loja@exemplo.com.br',
    })
  })

  test('gets the user’s values instead of those in the link', () => {
    const buyer = { name: 'Ana', email: 'ana@exemplo.com.br' }
    const url = hublaPage('https://pay.hub.la/abc?email=outra@exemplo.com.br&email=x', buyer, USUAL)
    expect(new URL(url).searchParams.getAll('email')).toEqual(['ana@exemplo.com.br'])
  })

  test('gets them under the configured parameter names, or not at all', () => {
    const buyer = { name: 'Ana', email: 'ana@exemplo.com.br' }
    const link = 'https://pay.hub.la/abc?coupon=VOLTA'
    expect(hublaPage(link, buyer, { name: 'nome', email: 'mail' })).toBe(
      `${link}&nome=Ana&mail=ana%40exemplo.com.br`,
    )
    expect(hublaPage(link, buyer, undefined)).toBe(link)
  })
})

const rank = (messages: number) => ({ agents: 1, messages, day: 9_999, storage: 1_000, passages: 20_000 })
const COVERAGE: Record<string, Held['coverage']> = {
  gratuito: { ...rank(200), agents: 0 },
  criador: rank(2_000),
  grande: rank(10_000),
}
const coverageOf = (planId: string) => COVERAGE[planId] ?? rank(0)

describe('a purchase is refused', () => {
  const held = (values: Partial<Held>): Held => {
    const planId = values.planId ?? 'criador'
    const plan = { planId, planName: planId, coverage: coverageOf(planId) }
    const state = { status: 'active', isLive: true, cancelsAtPeriodEnd: false, hasEnd: false } as const
    return { ...plan, ...state, provider: 'hubla', ...values }
  }
  const free = held({ planId: 'gratuito', provider: 'auto' })
  const reason = (planId: string, ...all: Held[]) =>
    reasonNotToBuy({ id: planId, coverage: coverageOf(planId) }, all)

  test('for the user’s current plan', () => {
    expect(reason('criador', free)).toBeUndefined()
    expect(reason('gratuito', free)).toBe('Você já tem este plano.')
    expect(reason('criador', held({}), free)).toBe('Você já tem este plano.')
    expect(reason('grande', held({}), free)).toBeUndefined()
  })

  test('but allowed when that plan ends or has ended', () => {
    expect(reason('criador', held({ cancelsAtPeriodEnd: true }), free)).toBeUndefined()
    expect(reason('criador', held({ provider: 'manual', hasEnd: true }), free)).toBeUndefined()
    expect(reason('criador', free, held({ status: 'expired', isLive: false }))).toBeUndefined()
    expect(reason('criador')).toBeUndefined()
  })

  test('while Stripe charges for another subscription, even one that no longer counts here', () => {
    for (const isLive of [true, false]) {
      const paying = held({ provider: 'stripe', isLive })
      expect(reason('grande', free, paying)).toContain('Gerenciar assinatura')
    }
    expect(
      reason('grande', free, held({ provider: 'stripe', status: 'canceled', isLive: false })),
    ).toBeUndefined()
  })

  test('while a plan given without end gives as much, but not for a plan that gives more', () => {
    const given = held({ provider: 'manual' })
    expect(reason('criador', free, given)).toContain('Você já tem o criador, dado pela nossa equipe')
    expect(reason('grande', free, given)).toBeUndefined()
    const big = held({ planId: 'grande', provider: 'manual' })
    expect(reason('criador', big, free)).toContain('nossa equipe')
    expect(reason('criador', { ...big, hasEnd: true }, free)).toBeUndefined()
    expect(reason('criador', free, { ...big, status: 'canceled', isLive: false })).toBeUndefined()
  })
})

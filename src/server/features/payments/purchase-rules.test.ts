import { describe, expect, test } from 'vitest'
import { type Held, hublaPage, reasonNotToBuy, saleOf } from './purchase-rules.ts'

const BOTH = { stripe: true, hubla: true }
const USUAL = { name: 'name', email: 'email' }
const plan = { isArchived: false, stripePriceId: 'price_1', checkoutUrl: 'https://pay.hub.la/abc' }

describe('where a plan is bought', () => {
  test('Stripe, else Hubla; nowhere when it is archived or nobody would tell us of the payment', () => {
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
  ])('A29 never at %j, whatever was stored', (checkoutUrl) => {
    expect(saleOf({ ...plan, stripePriceId: null, checkoutUrl }, BOTH)).toBeUndefined()
  })
})

describe('Hubla’s page', () => {
  test('knows the name and the address, and keeps what the link had', () => {
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

  test('has the person’s own, whatever the link had', () => {
    const buyer = { name: 'Ana', email: 'ana@exemplo.com.br' }
    const url = hublaPage('https://pay.hub.la/abc?email=outra@exemplo.com.br&email=x', buyer, USUAL)
    expect(new URL(url).searchParams.getAll('email')).toEqual(['ana@exemplo.com.br'])
  })

  test('takes them by the names that this installation was told, or not at all', () => {
    const buyer = { name: 'Ana', email: 'ana@exemplo.com.br' }
    const link = 'https://pay.hub.la/abc?coupon=VOLTA'
    expect(hublaPage(link, buyer, { name: 'nome', email: 'mail' })).toBe(
      `${link}&nome=Ana&mail=ana%40exemplo.com.br`,
    )
    expect(hublaPage(link, buyer, undefined)).toBe(link)
  })
})

describe('a person does not buy', () => {
  const free: Held = {
    planId: 'gratuito',
    provider: 'auto',
    status: 'active',
    isLive: true,
    cancelsAtPeriodEnd: false,
  }
  const held = (values: Partial<Held>): Held => ({ ...free, planId: 'criador', provider: 'hubla', ...values })
  const reason = (planId: string, current: Held, ...others: Held[]) =>
    reasonNotToBuy(planId, { current, all: [current, ...others] })

  test('what they have', () => {
    expect(reason('criador', free)).toBeUndefined()
    expect(reason('gratuito', free)).toBe('Você já tem este plano.')
    expect(reason('criador', held({}), free)).toBe('Você já tem este plano.')
    expect(reason('grande', held({}), free)).toBeUndefined()
  })

  test('but they do when it ends, or ended', () => {
    expect(reason('criador', held({ cancelsAtPeriodEnd: true }), free)).toBeUndefined()
    expect(reason('criador', free, held({ status: 'expired', isLive: false }))).toBeUndefined()
    expect(reasonNotToBuy('criador', { current: undefined, all: [] })).toBeUndefined()
  })

  test('beside what Stripe goes on charging, counted here or not', () => {
    for (const isLive of [true, false]) {
      const paying = held({ provider: 'stripe', isLive })
      expect(reason('grande', free, paying)).toContain('Gerenciar assinatura')
    }
    expect(
      reason('grande', free, held({ provider: 'stripe', status: 'canceled', isLive: false })),
    ).toBeUndefined()
  })

  test('while a plan that was given by hand would count instead', () => {
    expect(reason('grande', held({ provider: 'manual' }), free)).toContain('nossa equipe')
    const over = held({ provider: 'manual', status: 'expired', isLive: false })
    expect(reason('grande', free, over)).toBeUndefined()
  })
})

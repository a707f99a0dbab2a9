import { expect, test, vi } from 'vitest'
import { isPaymentAddress, openPaymentTab } from './payment-tab.ts'

function fakeTab() {
  const tab = {
    closed: false,
    opener: {} as unknown,
    document: { title: '', body: { textContent: '' } },
    location: { replace: vi.fn() },
    close: vi.fn(),
  }
  const open = () => tab as unknown as Window
  return { tab, open }
}

test.each([
  ['https://checkout.stripe.com/c/pay/cs_1', true],
  ['https://pay.hub.la/abc?email=ana%40exemplo.com', true],
  ['http://127.0.0.1:4242/checkout', true],
  ['javascript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['/app', false],
  ['', false],
])('%s is somewhere to pay: %s', (url, expected) => {
  expect(isPaymentAddress(url)).toBe(expected)
})

test('the tab shows a waiting text, and has no opener after it navigates', () => {
  const { tab, open } = fakeTab()
  const opened = openPaymentTab('Abrindo o pagamento…', open)
  expect(tab.document.body.textContent).toBe('Abrindo o pagamento…')
  expect(opened.lead('https://pay.hub.la/abc')).toBe(true)
  expect(tab.opener).toBeNull()
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.hub.la/abc')
})

test('a script is never led to, and its tab does not stay', () => {
  const { tab, open } = fakeTab()
  expect(openPaymentTab('…', open).lead('javascript:alert(document.domain)')).toBe(false)
  expect(tab.location.replace).not.toHaveBeenCalled()
  expect(tab.close).toHaveBeenCalled()
})

test('a browser that opens none says so', () => {
  const opened = openPaymentTab('…', () => null)
  expect(opened.lead('https://pay.hub.la/abc')).toBe(false)
  expect(() => opened.close()).not.toThrow()
})

test('a tab that was closed meanwhile leads nowhere', () => {
  const { tab, open } = fakeTab()
  const opened = openPaymentTab('…', open)
  tab.closed = true
  expect(opened.lead('https://pay.hub.la/abc')).toBe(false)
})

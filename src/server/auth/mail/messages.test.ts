import { describe, expect, test } from 'vitest'
import {
  addressChanged,
  addressConfirmed,
  addressGiven,
  addressInUse,
  addressRestored,
  confirmNewAddress,
} from './address-messages.ts'
import {
  accountDeleted,
  accountExists,
  claimPurchase,
  newSignIn,
  passwordChanged,
  resetPassword,
  verifyEmail,
} from './messages.ts'
import { wayIn } from './purchase-messages.ts'
import { displayName, maskAddress, oneLine } from './safe-text.ts'

const APP_URL = 'https://elenco.com.br'
const at = new Date('2026-11-21T02:41:00Z')
const LINK = `${APP_URL}/api/auth/reset-password/abc?callbackURL=%2Freset-password&x='"><i>`

const letters = (name: string, device = 'Chrome no Windows', place = 'São Paulo') => {
  const reader = { appUrl: APP_URL, name }
  return [
    verifyEmail({ ...reader, link: LINK, validMinutes: 60 }),
    resetPassword({ ...reader, link: LINK, validMinutes: 60 }),
    passwordChanged({ ...reader, at }),
    newSignIn({ ...reader, device, place, at }),
    accountDeleted({ ...reader, at }),
    accountExists(reader),
    claimPurchase({ ...reader, link: LINK, validMinutes: 60 }),
    confirmNewAddress({ ...reader, link: LINK, validMinutes: 60 }),
    addressInUse(reader),
    addressChanged({ ...reader, link: LINK, validHours: 72, newEmail: 'bia@exemplo.com.br', at }),
    addressGiven({ ...reader, at }),
    addressRestored({ ...reader, at }),
    addressConfirmed({ ...reader, at }),
    wayIn({ ...reader, link: LINK, step: 'sign-up', email: 'bia@exemplo.com.br', planName: 'Criador' }),
  ]
}

const tagsOf = (html: string) => html.match(/<\/?[a-z][^>]*>/gi) ?? []
const visible = (html: string) =>
  html
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')

describe('the letters', () => {
  test('have the same content in text and HTML, in Portuguese, in both schemes, without remote resources', () => {
    for (const { html, text, subject } of letters('Ana Conceição')) {
      expect(html).toContain('<html lang="pt-BR">')
      expect(html).toContain('<meta name="color-scheme" content="light dark">')
      expect(html).toContain('<meta name="supported-color-schemes" content="light dark">')
      expect(html).toContain('@media (prefers-color-scheme:dark)')
      expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|@import|src=/)
      expect(subject).toContain('Elenco')
      expect(text).toContain('Olá, Ana. ')
      expect(visible(html)).toContain('Olá, Ana. ')
      expect(text).toContain(APP_URL)
      expect(text).toContain('Você recebeu este e-mail porque')
      expect(html).toContain('Você recebeu este e-mail porque')
    }
  })

  test('show the link as button and address; only single-use links reach the mailer', () => {
    const [verify, reset, changed, signIn, deleted, exists, claim] = letters('Ana')
    for (const letter of [verify, reset, claim]) {
      expect(letter?.link).toBe(LINK)
      expect(letter?.text).toContain(`\n${LINK}\n`)
      const escaped = LINK.replaceAll('&', '&amp;')
        .replace("'", '&#39;')
        .replace('"', '&quot;')
        .replace('>', '&gt;')
        .replace('<i>', '&lt;i&gt;')
      expect(letter?.html.split(`href="${escaped}"`)).toHaveLength(3)
      expect(letter?.html).toContain(`>${escaped}</a>`)
      expect(letter?.text).toContain('1 hora')
    }
    for (const letter of [changed, signIn, deleted, exists]) expect(letter).not.toHaveProperty('link')
    expect(changed?.text).toContain(`${APP_URL}/forgot`)
  })

  test('state the time in Brasília, and the validity of a link', () => {
    const [, , changed, signIn, deleted] = letters('Ana')
    for (const letter of [changed, signIn, deleted]) {
      expect(letter?.text).toMatch(/Quando: 20 de novembro de 2026 às 23:41 \(horário de Brasília\)/)
    }
    const lasting = (validMinutes: number) =>
      resetPassword({ appUrl: APP_URL, name: '', link: LINK, validMinutes }).text
    expect(lasting(30)).toContain('vale por 30 minutos ')
    expect(lasting(120)).toContain('vale por 2 horas ')
  })

  test('A45 users’ texts are escaped, on one line, cut, and never a link', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&\r\n\r\nBcc:\u202e\u0007 x'
    const plain = letters('Ana')
    for (const [index, { html, text, subject }] of letters(hostile, hostile, hostile).entries()) {
      expect(tagsOf(html)).toEqual(tagsOf(plain[index]?.html ?? ''))
      expect(subject).toBe(plain[index]?.subject)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters.
      expect(html + text).not.toMatch(/[\u0000-\u0008\r\u202e]/)
      expect(text).not.toMatch(/^Bcc/m)
    }
    for (const name of [
      'Clique em www.mau.example',
      'http://mau',
      'mau.com.br',
      'x@mau',
      'Ligue 0800 123 4567',
      'mau．com',
    ]) {
      for (const { text } of letters(name)) expect(text).toMatch(/\nOlá\. /)
      expect(displayName(name)).toBe('')
    }
    const long = 'A'.repeat(5_000)
    for (const { text } of letters(long, long, long)) expect(text).not.toMatch(/A{90}/)
  })
})

describe('text for a mail', () => {
  test('keeps ordinary names of any alphabet', () => {
    for (const name of [
      'Ana Conceição',
      "Joana D'Arc",
      'J. R. Silva',
      'Dra. Bia-Lu',
      '山田 太郎',
      'Loja 3000',
      'Zoë 🎭',
    ]) {
      expect(displayName(name)).toBe(name)
    }
    expect(displayName('Cafe\u0301')).toBe('Café')
  })

  test('is one line without invisible characters, cut between characters', () => {
    expect(oneLine(' a\r\n\tb\u2028c\u0000d\u200be\ufeff ')).toBe('a b c de')
    expect(oneLine('🎭'.repeat(50), 10)).toBe(`${'🎭'.repeat(9)}…`)
    expect(oneLine(`${'x'.repeat(15)}\ud83c`)).toBe('x'.repeat(15))
  })

  test('an address in the log is masked', () => {
    expect(maskAddress('ana@exemplo.com.br')).toBe('a…@exemplo.com.br')
    expect(maskAddress('a@exemplo.com.br')).toBe('a…@exemplo.com.br')
    expect(maskAddress('"x@y"@exemplo.com.br')).toBe('"…@exemplo.com.br')
    expect(maskAddress('nobody')).toBe('…')
    expect(maskAddress(`a@${'x'.repeat(60)}.com`)).toHaveLength(33)
  })
})

import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_HOUSE } from '#shared/contract/house.ts'
import { createLogger } from '../../log.ts'
import {
  type MailServer,
  type MailServerOptions,
  startMailServer,
} from '../../testing/doubles/mail-server.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/doubles/tcp-proxy.ts'
import { eventually } from '../../testing/eventually.ts'
import { assertNoSecrets } from '../../testing/secrets.ts'
import { dressMail } from './house-mail.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { passwordChanged, resetPassword } from './messages.ts'

const APP_URL = 'https://elenco.com.br'
const TOKEN = 'tOkEn0123456789abcdefghij'
const ANA = { name: 'Ana Conceição', address: 'ana.conceicao@exemplo.com.br' }
const REFUSED = 'smtp://127.0.0.1:1'

const reset = (name = ANA.name) =>
  resetPassword({
    appUrl: APP_URL,
    name,
    link: `${APP_URL}/api/auth/reset-password/${TOKEN}?a=1&b=2`,
    validMinutes: 60,
  })

const open: { close(graceMs: number): Promise<void> }[] = []
afterEach(async () => {
  for (const it of open.splice(0).reverse()) await it.close(0)
})

async function server(options?: MailServerOptions): Promise<MailServer> {
  const started = await startMailServer(options)
  open.push(started)
  return started
}

type Line = { msg: string; level: number; [field: string]: unknown }

function mailer(
  smtpUrl: string,
  pausesMs = [5, 5, 5],
): { mailer: Mailer; lines: Line[]; said(msg: string): Line[] } {
  const lines: Line[] = []
  const log = createLogger('debug', {
    destination: { write: (line: string) => lines.push(JSON.parse(line)) },
  })
  const created = createMailer({
    log,
    appUrl: APP_URL,
    dataDir: join(tmpdir(), `elenco-no-outbox-${randomUUID()}`),
    smtpUrl,
    from: { name: 'Elenco', address: 'nao-responda@elenco.com.br' },
    pausesMs,
  })
  open.push(created)
  return { mailer: created, lines, said: (msg) => lines.filter((line) => line.msg === msg) }
}

const LOST = 'mail lost'
const LATER = 'mail not sent yet'

describe('a mail by SMTP', () => {
  test('arrives with its accents, as text and as HTML, marked as automatic', async () => {
    const smtp = await server()
    const { mailer: it } = mailer(smtp.url)
    const letter = dressMail(reset(), DEFAULT_HOUSE, APP_URL)
    it.send({ ...letter, subject: 'Redefinição: ação, coração e avó', to: ANA })
    await eventually(() => expect(smtp.mails).toHaveLength(1))
    const [mail] = smtp.mails
    expect(mail).toMatchObject({
      from: 'nao-responda@elenco.com.br',
      to: [ANA.address],
      subject: 'Redefinição: ação, coração e avó',
      text: letter.text,
      html: letter.html,
    })
    expect(mail?.headers).toMatchObject({
      from: 'Elenco <nao-responda@elenco.com.br>',
      to: `Ana Conceição <${ANA.address}>`,
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@elenco\.com\.br>$/),
    })
    expect(Date.parse(mail?.headers.date ?? '')).toBeGreaterThan(Date.parse('2026-01-01'))
    expect(mail?.links).toContain(letter.link)
    for (const line of mail?.raw.split('\r\n') ?? []) expect(line.length).toBeLessThanOrEqual(78)
  })

  test('A45 a name with line ends gives no header, no second recipient and no link', async () => {
    const smtp = await server()
    const { mailer: it } = mailer(smtp.url)
    const names = [
      'Ana\r\nBcc: x@y.com',
      'Ana\nX-Mal: 1\n\n<b>oi</b>',
      'Ana\u2028\u0000" <x@y.com>, "',
      'Prêmio em evil.com',
    ]
    for (const name of names) it.send({ ...reset(name), subject: `Oi ${name}`, to: { ...ANA, name } })
    await eventually(() => expect(smtp.mails).toHaveLength(names.length))
    for (const mail of smtp.mails) {
      expect(mail.to).toEqual([ANA.address])
      expect(Object.keys(mail.headers).sort()).toEqual([
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ])
      expect(mail.headers.to).not.toMatch(/y\.com|evil/)
      expect(mail.html).not.toMatch(/<b>|y\.com|evil/)
      expect(mail.text).not.toMatch(/y\.com|evil/)
    }
  })

  test('is sent once the server is back', async () => {
    const smtp = await server()
    const proxy: TcpProxy = await startTcpProxy(smtp.url)
    open.push(proxy)
    proxy.cut()
    const { mailer: it, said } = mailer(proxy.url, [5, 5, ...Array<number>(500).fill(20)])
    it.send({ ...reset(), to: ANA })
    await eventually(() => expect(said(LATER).length).toBeGreaterThan(1))
    proxy.restore()
    await eventually(() => expect(smtp.mails).toHaveLength(1))
    await eventually(() => expect(said('mail sent')).toHaveLength(1))
  })

  test('is retried unchanged after a temporary refusal', async () => {
    const smtp = await server()
    smtp.refuse(
      { at: 'recipient', code: 450, text: '4.2.0 greylisted' },
      { at: 'data', code: 451, text: '4.3.0 try later' },
    )
    const { mailer: it, said } = mailer(smtp.url)
    it.send({ ...reset(), to: ANA })
    await eventually(() => expect(said('mail sent')).toHaveLength(1))
    expect(smtp.mails).toHaveLength(1)
    expect(said(LATER)).toMatchObject([
      { level: 40, responseCode: 450, status: '4.2.0' },
      { level: 40, responseCode: 451, status: '4.3.0' },
    ])
    expect(smtp.mails[0]?.headers['message-id']).toBe(`<${said('mail sent')[0]?.mailId}@elenco.com.br>`)
  })

  test('is not retried after a permanent refusal', async () => {
    const smtp = await server()
    smtp.refuse({ at: 'recipient', code: 550, text: '5.1.1 no such user' })
    const { mailer: it, said } = mailer(smtp.url)
    it.send({ ...reset(), to: ANA })
    await eventually(() => expect(said(LOST)).toHaveLength(1))
    expect(said(LOST)).toMatchObject([
      { level: 50, mail: 'reset-password', responseCode: 550, status: '5.1.1' },
    ])
    expect(said(LATER)).toEqual([])
    // The next mail is not delayed.
    it.send({ ...reset(), to: ANA })
    await eventually(() => expect(smtp.mails).toHaveLength(1))
  })

  test('is lost after the last try', async () => {
    const { mailer: it, said } = mailer(REFUSED)
    it.send({ ...reset(), to: ANA })
    await eventually(() => expect(said(LOST)).toHaveLength(1))
    expect(said(LATER)).toHaveLength(3)
    expect(said(LOST)[0]?.code).toBe('ECONNREFUSED')
  })

  test('A48 logs no link, token, address, name or password, for any server response', async () => {
    const smtp = await server({ password: 'senha-do-correio' })
    // The target of nodemailer's own log, which SMTP_URL could enable.
    using printed = vi.spyOn(console, 'log')
    const letter = reset()
    const quoting = `blocked ${letter.link} for ${ANA.name} <${ANA.address}>`
    smtp.refuse(
      { at: 'data', code: 451, text: quoting },
      { at: 'recipient', code: 450, text: quoting },
      { at: 'data', code: 554, text: quoting },
    )
    const {
      mailer: it,
      lines,
      said,
    } = mailer(smtp.url.replace('//', '//elenco:senha-do-correio@').concat('?logger=true&debug=true'))
    it.send({ ...letter, to: ANA })
    await eventually(() => expect(said(LOST)).toHaveLength(1))
    it.send({ ...letter, to: ANA })
    await eventually(() => expect(said('mail sent')).toHaveLength(1))
    expect(said(LATER)).toHaveLength(2)
    assertNoSecrets(
      lines.map((line) => JSON.stringify(line)),
      [letter.link ?? '', TOKEN, ANA.address, ANA.name, 'senha-do-correio', 'blocked'],
    )
    expect(printed).not.toHaveBeenCalled()
    expect(said(LOST)[0]).toMatchObject({ to: 'a…@exemplo.com.br' })
  })
})

describe('the sign-in at an SMTP server', () => {
  const password = 'pá/lavra secreta'
  const withUser = (url: string, secret: string, query = '') =>
    `${url.replace('//', `//elenco:${encodeURIComponent(secret)}@`)}${query}`

  test('uses the credentials of the URL, over STARTTLS', async () => {
    const smtp = await server({ startTls: true, password })
    const { mailer: it } = mailer(withUser(smtp.url, password, '?tls.rejectUnauthorized=false'))
    it.send({ ...reset(), to: ANA })
    await eventually(() => expect(smtp.mails).toHaveLength(1))
    expect(smtp.mails[0]).toMatchObject({ isSecure: true, user: 'elenco' })
  })

  test('is not attempted with an untrusted certificate', async () => {
    const smtp = await server({ startTls: true, password })
    const { mailer: it, said } = mailer(withUser(smtp.url, password))
    it.send({ ...reset(), to: ANA })
    await eventually(() => expect(said(LOST)).toHaveLength(1))
    expect(smtp.mails).toEqual([])
  })

  test('is never sent unencrypted to another machine', async () => {
    const smtp = await server({ password })
    // Another notation of the loopback address that is not recognized as local.
    const elsewhere = smtp.url.replace('127.0.0.1', '127.1')
    const { mailer: it, said } = mailer(withUser(elsewhere, password))
    it.send({ ...reset(), to: ANA })
    await eventually(() => expect(said(LOST)).toHaveLength(1))
    expect(said(LOST)[0]?.code).toBe('ETLS')
    const { mailer: told } = mailer(withUser(elsewhere, password, '?requireTLS=false'))
    told.send({ ...reset(), to: ANA })
    await eventually(() => expect(smtp.mails).toHaveLength(1))
  })

  test('is not retried with a refused password', async () => {
    const smtp = await server({ password })
    const { mailer: it, said } = mailer(withUser(smtp.url, 'outra-senha'))
    it.send({ ...reset(), to: ANA })
    await eventually(() => expect(said(LOST)).toHaveLength(1))
    expect(said(LOST)[0]).toMatchObject({ code: 'EAUTH', responseCode: 535 })
    expect(said(LATER)).toEqual([])
  })
})

describe('the queue', () => {
  test('accepts mails at once while the server hangs', async () => {
    const smtp = await server()
    const release = smtp.hold()
    const { mailer: it, said } = mailer(smtp.url)
    // Returns undefined before the first byte is sent.
    for (let index = 0; index < 20; index += 1) expect(it.send({ ...reset(), to: ANA })).toBeUndefined()
    expect(said('mail sent')).toEqual([])
    release()
    await eventually(() => expect(smtp.mails).toHaveLength(20))
  })

  test('closing delivers the remaining mails, also those between tries', async () => {
    const smtp = await server()
    smtp.refuse({ at: 'data', code: 451, text: 'later' })
    const { mailer: it, said } = mailer(smtp.url, [3_600_000])
    it.send({ ...reset(), to: ANA })
    await eventually(() => expect(said(LATER)).toHaveLength(1))
    for (let index = 0; index < 5; index += 1) it.send({ ...reset(), to: ANA })
    await it.close(20_000)
    expect(smtp.mails).toHaveLength(6)
    it.send({ ...reset(), to: ANA })
    expect(said(LOST)).toMatchObject([{ reason: 'queue full or closed' }])
  })

  test('closing does not wait for a hanging server, and reports lost mails', async () => {
    const smtp = await server()
    const release = smtp.hold()
    const { mailer: it, said } = mailer(smtp.url)
    for (let index = 0; index < 5; index += 1) it.send({ ...reset(), to: ANA })
    await it.close(50)
    expect(said(LOST)).toMatchObject(Array(5).fill({ reason: 'stopped' }))
    release()
  })

  test('holds a thousand mails and reports refused ones', () => {
    const { mailer: it, said } = mailer(REFUSED, [3_600_000])
    const letter = passwordChanged({ appUrl: APP_URL, name: ANA.name, at: new Date() })
    for (let index = 0; index < 1_002; index += 1) it.send({ ...letter, to: ANA })
    expect(said(LOST)).toHaveLength(2)
  })
})

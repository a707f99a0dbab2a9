import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_HOUSE } from '#shared/contract/house.ts'
import { createLogger } from '../../log.ts'
import { eventually } from '../../testing/eventually.ts'
import { readMail } from '../../testing/read-mail.ts'
import { assertNoSecrets } from '../../testing/secrets.ts'
import { dressMail } from './house-mail.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { passwordChanged, verifyEmail } from './messages.ts'
import { pruneOutbox } from './transports.ts'

const APP_URL = 'http://localhost:3000'
const TO = { name: 'João Antônio', address: 'joao.antonio@exemplo.com.br' }
const LINK = `${APP_URL}/api/auth/verify-email?token=tOkEn0123456789&callbackURL=%2Fcallback`
const verify = () => verifyEmail({ appUrl: APP_URL, name: TO.name, link: LINK, validMinutes: 60 })

let dataDir: string
let mailer: Mailer
let lines: string[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'elenco-outbox-'))
  lines = []
  const log = createLogger('debug', { destination: { write: (line: string) => lines.push(line) } })
  const from = { name: 'Elenco', address: 'nao-responda@localhost' }
  mailer = createMailer({ log, appUrl: APP_URL, dataDir, smtpUrl: undefined, from, pausesMs: [3_600_000] })
})
afterEach(async () => {
  await mailer.close(0)
  await rm(dataDir, { recursive: true, force: true })
})

const outbox = () => readdir(join(dataDir, 'outbox'))

describe('without an SMTP server', () => {
  test('each mail is one private file, and names sort by time', async () => {
    const subjects = Array.from({ length: 12 }, (_, index) => `Ação número ${index}`)
    for (const subject of subjects) mailer.send({ ...verify(), subject, to: TO })
    await mailer.close(20_000)
    const names = await outbox()
    expect(names).toHaveLength(12)
    const mails = await Promise.all(
      names.toSorted().map((name) => readFile(join(dataDir, 'outbox', name), 'utf8')),
    )
    expect(mails.map((raw) => readMail(raw).subject)).toEqual(subjects)
    const { text, html } = dressMail(verify(), DEFAULT_HOUSE, APP_URL)
    expect(readMail(mails[0] ?? '')).toMatchObject({ text, html })
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f-]{36}-verify-email\.eml$/)
      expect((await stat(join(dataDir, 'outbox', name))).mode & 0o777).toBe(0o600)
    }
    expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700)
  })

  test('the log has the link and the file, and nothing else of the mail', async () => {
    mailer.send({ ...verify(), to: TO })
    mailer.send({ ...passwordChanged({ appUrl: APP_URL, name: TO.name, at: new Date() }), to: TO })
    await mailer.close(20_000)
    const [first, second] = lines.map((line) => JSON.parse(line))
    expect(first).toMatchObject({ msg: 'mail written to the outbox', link: LINK, mail: 'verify-email' })
    expect(await readFile(first.file, 'utf8')).toContain('MIME-Version: 1.0')
    expect(second).toMatchObject({ mail: 'password-changed', to: 'j…@exemplo.com.br' })
    expect(second).not.toHaveProperty('link')
    assertNoSecrets(lines, [TO.address, TO.name])
  })

  test('mails are deleted after 30 days by the time in their name; other files stay', async () => {
    mailer.send({ ...verify(), to: TO })
    await mailer.close(20_000)
    const [fresh = ''] = await outbox()
    const ago = (days: number) =>
      `${new Date(Date.now() - days * 864e5).toISOString().replaceAll(':', '-')}-x.eml`
    for (const name of [ago(29), ago(31), 'anotações.txt', '2001-eml']) {
      await writeFile(join(dataDir, 'outbox', name), 'x')
    }
    const kept = (await outbox()).filter((name) => !name.startsWith(ago(31).slice(0, 10)))
    await pruneOutbox(dataDir)
    expect((await outbox()).toSorted()).toEqual(kept.toSorted())
    expect(kept).toContain(fresh)
    expect(kept).toHaveLength(4)
    await pruneOutbox(join(dataDir, 'none'))
  })

  test('a folder that is not writable is retried, finally at closing', async () => {
    await writeFile(join(dataDir, 'outbox'), 'in the way')
    mailer.send({ ...verify(), to: TO })
    await eventually(() => expect(lines.join('')).toContain('mail not sent yet'))
    await rm(join(dataDir, 'outbox'))
    await mailer.close(20_000)
    expect(await outbox()).toHaveLength(1)
    assertNoSecrets(lines.slice(0, 1), [LINK])
  })
})

import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../log.ts'
import { startMailServer } from '../../testing/doubles/mail-server.ts'
import { eventually } from '../../testing/eventually.ts'
import { createMailer } from './mailer.ts'
import { passwordChanged } from './messages.ts'

const APP_URL = 'https://elenco.com.br'
const ADDRESS = 'nao-responda@elenco.com.br'
const KEY = '0'.repeat(32)
const HOUSE = {
  name: 'Clube <da> Ana',
  logoUrl: `${APP_URL}/uploads/${KEY}.webp`,
  accent: '#1d4ed8',
  version: 1,
}

async function delivered(sender: string) {
  const smtp = await startMailServer()
  onTestFinished(() => smtp.close())
  const log = createLogger('silent')
  const from = { name: sender, address: ADDRESS }
  const options = { log, appUrl: APP_URL, dataDir: tmpdir(), smtpUrl: smtp.url, from }
  const mailer = createMailer({ ...options, readHouse: async () => HOUSE })
  onTestFinished(() => mailer.close(0))
  const letter = passwordChanged({ appUrl: APP_URL, name: 'Elenco', at: new Date() })
  mailer.send({ ...letter, to: { name: 'Elenco', address: 'ana@exemplo.com.br' } })
  await eventually(() => expect(smtp.mails).toHaveLength(1))
  return smtp.mails[0]
}

test('a mail has the name, logo and colour of the house, and the reader keeps theirs', async () => {
  const mail = await delivered('Elenco')
  expect(mail?.headers).toMatchObject({ from: expect.stringContaining('Clube <da> Ana') })
  expect(mail?.from).toBe(ADDRESS)
  expect(mail?.subject).toBe('Sua senha em Clube <da> Ana foi alterada')
  expect(mail?.text).toContain('Olá, Elenco. ')
  expect(mail?.text).toContain('Clube <da> Ana · ')
  expect(mail?.html).toContain('>Clube &lt;da&gt; Ana</td>')
  expect(mail?.html).toContain(`<img src="${APP_URL}/icons/house-192.png?${KEY}"`)
  expect(mail?.html).toContain('background:#1d4ed8')
  expect(mail?.html).not.toMatch(/#ff6a2b|\ue000/)
})

test('a sender whom the operator named stays', async () => {
  expect((await delivered('Suporte'))?.headers).toMatchObject({ from: `Suporte <${ADDRESS}>` })
})

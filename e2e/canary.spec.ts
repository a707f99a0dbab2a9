import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assertNoSecrets, Secrets } from '#server/testing/secrets.ts'
import {
  chooseAgent,
  exchange,
  expect,
  fillSignIn,
  newPerson,
  openChat,
  PROVIDER_KEY,
  test,
} from './helpers/fixtures.ts'
import { addStored, assertQuietLog } from './helpers/secrets.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))

test('A48 canary: neither pages nor log contain a key, password, cookie, token or text', async ({
  page,
  server,
  secrets,
}) => {
  const person = newPerson('Canário da Silva Pessoa')
  await page.goto('/sign-up')
  await page.getByLabel('Nome').fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Telefone (opcional)').fill('11998877665')
  await page.getByLabel('Senha', { exact: true }).fill('canario-da-senha')
  await page.getByLabel(/Li e aceito/).check()
  await page.getByLabel('Confirme a senha').fill('canario-da-senha')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/?$/)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await fillSignIn(page, { ...person, password: 'canario-da-senha-errada' })
  await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible()
  await fillSignIn(page, { ...person, password: 'canario-da-senha' })
  await page.waitForURL(/\/app/)
  await page.getByLabel('Buscar agentes').fill('canario-da-busca')
  await expect(page.getByText('“canario-da-busca”')).toBeVisible()
  await page.goto('/app?q=')
  await chooseAgent(page, /Clara/)
  await openChat(page)
  for (const fault of ['[[status=401 times=1]]', '[[malformed@3]]', '[[error@3]]', '[[echo]]']) {
    await exchange(page, `canário da mensagem, segredo de quem escreve ${fault}`)
  }

  const cookies = await page.context().cookies()
  secrets.addCookies(cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
  secrets.add('canario-da-senha', 'canario-da-senha-errada', 'canario-da-busca')
  expect(server.logs.length).toBeGreaterThan(0)
  await assertQuietLog(server, secrets)
  const logged = [...server.logs, 'x canario-da-senha-errada x']
  expect(() => assertNoSecrets(logged, secrets.probes)).toThrow('canario-da-senha-errada')
})

test('A48 canary: the built pages contain nothing of the server or of the build machine', async ({
  server,
}) => {
  const planted = new Secrets()
  planted.add(PROVIDER_KEY)
  await addStored(server, planted)
  // Environment values that are no everyday words: keys, tokens, addresses.
  planted.add(...Object.values(process.env).filter((value) => value && !/^[\w ./:-]{0,20}$/.test(value)))
  planted.add(server.dataDir, fileURLToPath(new URL('..', import.meta.url)))
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|svg|json|txt)$/.test(name))
    .map((name) => readFileSync(join(DIST, name), 'utf8'))
  expect(files.length).toBeGreaterThan(10)
  expect(() => assertNoSecrets(files, planted.probes)).not.toThrow()
  const names = [
    'OPENAI_API_KEY',
    'GOOGLE_API_KEY',
    'DATABASE_URL',
    'SMTP_URL',
    'sourceMappingURL',
    '[[stall',
  ]
  expect(names.filter((name) => files.some((text) => text.includes(name)))).toEqual([])
})

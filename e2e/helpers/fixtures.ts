import { randomUUID } from 'node:crypto'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type ServerProcess, startServerProcess } from '#server/testing/processes/server-process.ts'
import { Secrets } from '#server/testing/secrets.ts'
import type { AgentsPage } from '#shared/contract/agents.ts'
import { expectAccessible, expectAllAccessible } from './accessibility.ts'
import { watch } from './page-guard.ts'
import { assertQuietLog } from './secrets.ts'

export { expect, expectAccessible }

type Person = { name: string; email: string; password: string }

export const PROVIDER_KEY = 'sk-canario-da-chave-do-provedor'

type Workers = {
  /** The server's environment; a file that sets its own gets its own server. */
  variables: Record<string, string>
  server: ServerProcess
  /** The server's administrator. */
  admin: Person
  /** Values that must not be in the server's log; checked after all tests. */
  secrets: Secrets
}

export const test = base.extend<{ offences: string[]; access: undefined }, Workers>({
  secrets: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern.
    async ({}, use) => {
      const secrets = new Secrets()
      secrets.add(PROVIDER_KEY, newPerson().password)
      await use(secrets)
    },
    { scope: 'worker' },
  ],
  variables: [{}, { scope: 'worker', option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  admin: [async ({}, use) => use(newPerson('Dona da Casa')), { scope: 'worker' }],
  server: [
    async ({ secrets, variables, admin }, use) => {
      const server = await startServerProcess({ OPENAI_API_KEY: PROVIDER_KEY, ...variables })
      // The first account of an installation is the administrator, for whom nothing is locked.
      await postSignUp(server.url, admin)
      await use(server)
      await assertQuietLog(server, secrets)
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  offences: [
    async ({ context, server }, use) => {
      const offences = await watch(context, server.url)
      await use(offences)
      expect(offences).toEqual([])
    },
    { auto: true },
  ],
  access: [
    // Runs before the offences are asserted, and only if the journey passed.
    async ({ context, offences: _ }, use, info) => {
      await use(undefined)
      if (info.status === info.expectedStatus) await expectAllAccessible(context.pages())
    },
    { auto: true },
  ],
})

export const newPerson = (name = 'Marina Alves'): Person => ({
  name,
  email: `${randomUUID()}@exemplo.com.br`,
  password: 'senha-segura-1',
})

const postSignUp = (origin: string, person: Person) =>
  fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ ...person, termsAccepted: true }),
  })

/** Signs up a new account through the API, with a session in this browser. */
export async function signUp(page: Page, origin: string, person = newPerson()): Promise<Person> {
  const response = await page.request.post('/api/auth/sign-up/email', {
    data: { ...person, termsAccepted: true },
    headers: { Origin: origin },
  })
  expect(response.ok()).toBe(true)
  return person
}

/** Fills in the sign-in form and submits it. */
export async function fillSignIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** Signs up and opens a new chat by its address, with an agent of the free plan. */
export async function openNewChat(page: Page, origin: string): Promise<Person> {
  const person = await signUp(page, origin)
  const { data }: { data: AgentsPage } = await (await page.request.get('/api/v1/agents')).json()
  await page.goto(`/app/${data.items.find(({ name }) => name.startsWith('Clara'))?.id}/chat`)
  await expect(composerOf(page)).toBeVisible()
  return person
}

/** Goes from home through the agent page to a new chat. */
export async function goToNewChat(page: Page): Promise<void> {
  await page.goto('/app')
  await chooseAgent(page, /Clara/)
  await openChat(page)
}

/** Goes from home to an agent's page. */
export async function chooseAgent(page: Page, name: RegExp): Promise<void> {
  const cast = page.getByRole('region', { name: 'O elenco', exact: true })
  await cast.getByRole('link', { name }).click()
  // Home leaves only when the agent's page is loaded, and its composer looks the same.
  await expect(cast).toHaveCount(0)
}

/** Goes from a composer of home or of an agent's page to the new chat, with what is written there. */
export async function openChat(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Abrir a conversa' }).click()
  // The address changes before the agent's page has left.
  await expect(page.getByRole('region', { name: /^Conversa com/ })).toBeVisible()
  await expect(composerOf(page)).toHaveCount(1)
}

/** The id of the current chat from the address. */
export const chatIdOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

export const composerOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Mensagem para/ })
export const repliesOf = (page: Page): Locator => page.getByRole('article', { name: /^Resposta de/ })
export const messagesOf = (page: Page): Locator => page.getByRole('article', { name: 'Sua mensagem' })

/** The retry button under the last reply. */
export const retryOf = (page: Page): Locator =>
  repliesOf(page).last().getByRole('button', { name: 'Tentar de novo' })

/** Types into the composer and sends with Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text)
  await composerOf(page).press('Enter')
}

/** Waits until the last reply has ended. */
export const replyEnded = (page: Page) =>
  expect(repliesOf(page).last()).toHaveAttribute('aria-busy', 'false', { timeout: 40_000 })

/** Sends a text in the current chat and waits for the complete reply. */
export async function exchange(page: Page, text: string): Promise<void> {
  const count = await repliesOf(page).count()
  await say(page, text)
  await expect(repliesOf(page)).toHaveCount(count + 1)
  await replyEnded(page)
}

import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { Secrets } from '#server/testing/canary.ts'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { assertQuietLog } from './canary.ts'
import { watch } from './watch.ts'

export { expect }

type Person = { name: string; email: string; password: string }

export const PROVIDER_KEY = 'sk-canario-da-chave-do-provedor'

type Workers = {
  /** Of the server's environment; a file that sets its own gets a server of its own. */
  variables: Record<string, string>
  server: ServerProcess
  /** Who administers that server. */
  admin: Person
  /** What no line of the server's log may hold; looked for once all tests are over. */
  secrets: Secrets
}

export const test = base.extend<{ offences: string[] }, Workers>({
  secrets: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
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
      // An installation's first account is its administrator, whom nothing is locked for.
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

/** A new account with an open session in this browser, made through the API. */
export async function signUp(page: Page, origin: string, person = newPerson()): Promise<Person> {
  const response = await page.request.post('/api/auth/sign-up/email', {
    data: { ...person, termsAccepted: true },
    headers: { Origin: origin },
  })
  expect(response.ok()).toBe(true)
  return person
}

/** Fills the sign-in form and sends it. */
export async function fillSignIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** A signed-in person in front of a new chat with an agent that the free plan opens. */
export async function openNewChat(page: Page, origin: string): Promise<Person> {
  const person = await signUp(page, origin)
  await goToNewChat(page)
  return person
}

/** Home, agent page, new chat, as whoever is signed in goes there. */
export async function goToNewChat(page: Page): Promise<void> {
  await page.goto('/app')
  const cast = page.getByRole('region', { name: 'O elenco', exact: true })
  await cast.getByRole('link', { name: /Clara/ }).click()
  await page.getByRole('link', { name: 'Começar conversa' }).click()
  await expect(composerOf(page)).toBeVisible()
}

/** The id of the chat on the screen, from its address. */
export const chatIdOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

export const composerOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Mensagem para/ })
export const repliesOf = (page: Page): Locator => page.getByRole('article', { name: /^Resposta de/ })
export const messagesOf = (page: Page): Locator => page.getByRole('article', { name: 'Sua mensagem' })

/** Another try, under the last reply. */
export const retryOf = (page: Page): Locator =>
  repliesOf(page).last().getByRole('button', { name: 'Tentar de novo' })

/** Writes into the composer and sends with Enter, as a person at a desk does. */
export async function say(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text)
  await composerOf(page).press('Enter')
}

/** Waits until the last reply is no longer being written. */
export const replyEnded = (page: Page) =>
  expect(repliesOf(page).last()).toHaveAttribute('aria-busy', 'false', { timeout: 40_000 })

/** Sends a text in the chat on the screen and waits for the whole reply. */
export async function exchange(page: Page, text: string): Promise<void> {
  const count = await repliesOf(page).count()
  await say(page, text)
  await expect(repliesOf(page)).toHaveCount(count + 1)
  await replyEnded(page)
}

/** Nothing serious or critical on the screen, by axe's rules. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

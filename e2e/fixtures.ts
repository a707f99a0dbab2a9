import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'

export { expect }

// The browser's own line for an answer that a test provokes; anything else on the console is a defect.
const EXPECTED = /Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_)/

type Person = { name: string; email: string; password: string }

export const test = base.extend<{ cleanConsole: undefined }, { server: ServerProcess }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const server = await startServerProcess()
      // An installation's first account is its administrator, whom nothing is locked for.
      await postSignUp(server.url, newPerson('Dona da Casa'))
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  cleanConsole: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(String(error)))
      await use(undefined)
      expect(problems).toEqual([])
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
    body: JSON.stringify(person),
  })

/** A new account with an open session in this browser, made through the API. */
export async function signUp(page: Page, origin: string, person = newPerson()): Promise<Person> {
  const response = await page.request.post('/api/auth/sign-up/email', {
    data: person,
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
  await page.goto('/app')
  await page.getByRole('link', { name: /Clara/ }).first().click()
  await page.getByRole('link', { name: 'Começar conversa' }).click()
  await expect(composerOf(page)).toBeVisible()
  return person
}

export const composerOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Mensagem para/ })
export const repliesOf = (page: Page): Locator => page.getByRole('article', { name: /^Resposta de/ })
export const messagesOf = (page: Page): Locator => page.getByRole('article', { name: 'Sua mensagem' })

/** Writes into the composer and sends with Enter, as a person at a desk does. */
export async function say(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text)
  await composerOf(page).press('Enter')
}

/** Waits until the last reply is no longer being written. */
export const replyEnded = (page: Page) =>
  expect(repliesOf(page).last()).toHaveAttribute('aria-busy', 'false', { timeout: 40_000 })

/** Nothing serious or critical on the screen, by axe's rules. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

import type { Locator, Page } from '@playwright/test'

/** Most that the way from sign-up to the first streamed word may ask for. */
export const MOST_STEPS = { fields: 4, presses: 2 }

/** Addresses on the way that ask for nothing else. The front page only sends a signed-in visitor on. */
const OWN_PAGES = ['/sign-up', '/', '/app', '/app/{agent}/chat', '/app/{agent}/{chat}']

export type Way = {
  /** Labels of the fields that had to be filled in. */
  fields: string[]
  /** Boxes that had to be ticked. */
  ticks: string[]
  /** Buttons and keys that had to be pressed. */
  presses: string[]
  /** Addresses in order, ids left out. */
  pages: string[]
  /** Those of them, and dialogs, that ask for something else. */
  detours: string[]
  /** Milliseconds from the last press to the first streamed word. */
  wait: number
}

type Account = { name: string; email: string; password: string }

/**
 * Signs up and writes a first message, with nothing but what a new user must do. Waits for the first word of the reply;
 * throws if another step is needed.
 */
export async function walkToFirstWord(page: Page, origin: string, account: Account): Promise<Way> {
  const way: Way = { fields: [], ticks: [], presses: [], pages: [], detours: [], wait: 0 }
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || frame.url().startsWith('about:')) return
    const path = withoutIds(new URL(frame.url()).pathname)
    if (way.pages.at(-1) !== path) way.pages.push(path)
  })
  const fill = async (label: string, text: string) => {
    way.fields.push(label)
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  const press = async (what: string, act: () => Promise<void>) => {
    way.presses.push(what)
    await act()
  }
  await page.goto(`${origin}/sign-up`)
  await fill('Nome', account.name)
  await fill('E-mail', account.email)
  await fill('Senha', account.password)
  await fill('Confirme a senha', account.password)
  way.ticks.push('Li e aceito')
  await page.getByLabel(/Li e aceito/).check()
  await press('Criar conta', () => page.getByRole('button', { name: 'Criar conta' }).click())

  // The composer has the focus: the user types without a press.
  await page.locator('[data-composer]:focus').waitFor()
  await noteDialogs(page, way)
  await page.keyboard.type('Quero uma página de vendas para o meu curso')
  await press('Enter', () => page.keyboard.press('Enter'))
  const sentAt = performance.now()
  await firstWordOf(page.getByRole('article', { name: /^Resposta de/ }))
  way.wait = performance.now() - sentAt
  await noteDialogs(page, way)
  way.detours.push(...way.pages.filter((path) => !OWN_PAGES.includes(path)))
  return way
}

async function noteDialogs(page: Page, way: Way): Promise<void> {
  const open = page.locator('dialog[open], [aria-modal="true"]')
  for (const dialog of await open.all()) {
    way.detours.push(
      `dialog ${(await dialog.getAttribute('aria-label')) ?? (await dialog.textContent())?.slice(0, 60)}`,
    )
  }
}

const firstWordOf = (reply: Locator) =>
  reply
    .filter({ hasText: /[\p{L}\p{N}]{2}/u })
    .locator('p, h1, h2, h3, li')
    .first()
    .waitFor()

const withoutIds = (path: string) =>
  path
    .replace(/\/$/, '')
    .replace(/^$/, '/')
    .replace(/^\/app\/[0-9a-f-]{36}(?=\/|$)/, '/app/{agent}')
    .replace(/\/[0-9a-f-]{36}$/, '/{chat}')

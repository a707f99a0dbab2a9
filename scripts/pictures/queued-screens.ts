import type { Page } from '@playwright/test'
import type { World } from './datasets.ts'
import type { Screen } from './screens.ts'

const path = ({ ids }: World) => ids.chat && `/app/${ids.agent}/${ids.chat}`
const MESSAGES = '**/api/v1/chats/*/messages'
const HEALTH = '**/api/health'

/** Writes to the open chat while the server is out of reach. */
async function queue(page: Page): Promise<void> {
  await page.route(MESSAGES, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.route(HEALTH, (route) => route.abort())
  const composer = page.getByRole('textbox', { name: /^Mensagem para/ })
  await composer.fill('E para quem ainda não me conhece, como eu começo a conversa?')
  await composer.press('Control+Enter')
  await page.getByText('Na fila. Vai sozinha').waitFor()
}

/** Has the server refuse what waits. */
async function refuse(page: Page): Promise<void> {
  await queue(page)
  const error = { code: 'NOT_FOUND', message: 'Chat not found' }
  await page.route(MESSAGES, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 404, json: { success: false, error } })
      : route.fallback(),
  )
  await page.unroute(HEALTH)
  await page.getByText('Não foi enviada.').waitFor()
}

/** A message of the outbox: waiting, and refused. */
export const QUEUED: readonly Screen[] = [
  { name: 'chat-queued', who: 'person', path, isWindow: true, act: queue },
  { name: 'chat-refused', who: 'person', path, isWindow: true, act: refuse },
]

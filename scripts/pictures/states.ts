import type { Page } from '@playwright/test'
import type { WorldName } from './datasets.ts'

/** States of a screen: its data, and the behaviour of the network. */
export const STATES = ['empty', 'one', 'full', 'long', 'none', 'slow', 'error'] as const
export type State = (typeof STATES)[number]

export const worldOf = (state: State): WorldName => (state === 'slow' || state === 'error' ? 'one' : state)

const API = '**/api/v1/**'
/** Longer than the delay of the screens' loading indicators. */
const WAITING_MS = 3_500
/** A query is tried twice. */
const FAILING_MS = 4_000
const QUIET_MS = 10_000

const REFUSAL = {
  success: false,
  timestamp: new Date(0).toISOString(),
  error: { code: 'UNAVAILABLE', message: 'Serviço indisponível' },
}

/** Makes the network behave like this for a page, except for the session. */
export async function behave(page: Page, state: State): Promise<void> {
  if (state === 'slow') await page.route(API, () => new Promise(() => {}))
  if (state === 'error') await page.route(API, (route) => route.fulfill({ status: 503, json: REFUSAL }))
}

/** Resolves once a screen shows its content for this state. */
export async function settle(page: Page, state: State): Promise<void> {
  if (state === 'slow') await page.waitForTimeout(WAITING_MS)
  else await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {})
  if (state === 'error') {
    await page
      .getByRole('alert')
      .first()
      .waitFor({ timeout: FAILING_MS })
      .catch(() => {})
  }
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

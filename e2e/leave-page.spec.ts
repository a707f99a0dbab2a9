import type { Page } from '@playwright/test'
import { asAdministrator, noticesOf } from './helpers/admin-api.ts'
import { expect, signUp, test } from './helpers/fixtures.ts'
import { chooseIn, makeChat } from './helpers/history.ts'
import { moveByKeys } from './helpers/reorder.ts'
import { setTutorials } from './helpers/tutorials.ts'

// An action shown as done must reach the server, even if the page is left at once; and only such an action.

/** Leaves for home once the request is about to be sent, and before it leaves the browser. */
async function leaveTelling(page: Page, path: string, act: () => Promise<unknown>): Promise<void> {
  const { promise: isGone, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  await page.route(`**/api/v1${path}`, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    hold()
    await isGone
    await route.continue()
  })
  await act()
  await isHeld
  await page.goto('/app')
  letGo()
}

const dataOf = async (page: Page, path: string) =>
  (await (await page.request.get(`/api/v1${path}`)).json()).data

test('a notice is dismissed', async ({ page, server, admin }) => {
  await asAdministrator(page.request, server.url, admin)
  const { make, removeAll } = noticesOf(page.request, server.url)
  await make({ content: 'A turma de novembro abriu.' })
  await page.goto('/app')
  await leaveTelling(page, '/notices/*/dismissal', () =>
    page.getByRole('button', { name: 'Dispensar aviso' }).press('Enter'),
  )
  await expect.poll(() => dataOf(page, '/notices')).toEqual([])
  await removeAll()
})

test('the first steps are dismissed', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto('/app')
  await leaveTelling(page, '/me/first-hours', () =>
    page.getByRole('button', { name: 'Dispensar', exact: true }).press('Enter'),
  )
  await expect.poll(() => dataOf(page, '/me/first-hours')).toMatchObject({ isChecklistOpen: false })
})

test('a chat is read, pinned and deleted', async ({ page, server }) => {
  await signUp(page, server.url)
  const { id, agentId } = await makeChat(page, server.url, 'Oferta')
  const list = async () => (await dataOf(page, '/chats')).items
  await expect.poll(list).toMatchObject([{ isRunning: false, isUnread: true, pinnedAt: null }])
  await leaveTelling(page, `/chats/${id}/read`, () => page.goto(`/app/${agentId}/${id}`))
  await expect.poll(list).toMatchObject([{ isUnread: false }])

  await leaveTelling(page, `/chats/${id}`, () => chooseIn(page, 'Oferta', 'Fixar no topo'))
  await expect.poll(list).toMatchObject([{ pinnedAt: expect.any(String) }])
  await page.unroute(`**/api/v1/chats/${id}`)
  await leaveTelling(page, `/chats/${id}`, () => chooseIn(page, 'Oferta', 'Excluir'))
  await expect.poll(list).toEqual([])
})

test('a tutorial is marked as watched', async ({ page, server }) => {
  await signUp(page, server.url)
  await setTutorials(server, [{ title: 'Primeiros passos' }])
  await page.goto('/app/tutoriais')
  await leaveTelling(page, '/tutorials/*/view', () =>
    page
      .getByRole('button', { name: /^Marcar como assistido/ })
      .first()
      .click(),
  )
  const watched = { view: { watchedAt: expect.any(String) } }
  await expect.poll(async () => (await dataOf(page, '/tutorials')).items).toMatchObject([watched])
})

for (const [noun, screen, whole] of [
  ['labels', '/app/admin/labels', '/labels/admin?limit=100'],
  ['plans', '/app/admin/planos', '/plans/admin?limit=100'],
  ['agents', '/app/admin/agents', '/agents/admin?limit=100'],
  ['tutorials', '/app/admin/tutoriais', '/tutorials?limit=100'],
] as const) {
  test(`${noun} are put in order`, async ({ page, server, admin }) => {
    await asAdministrator(page.request, server.url, admin)
    await setTutorials(server, [{ title: 'Primeiros passos' }, { title: 'Anúncios que não cansam' }])
    const order = async (): Promise<string[]> =>
      (await dataOf(page, whole)).items.map((item: { id: string }) => item.id)
    const before = await order()
    await page.goto(screen)
    const handle = page.getByRole('button', { name: /^Mover / }).first()
    const name = (await handle.getAttribute('aria-label'))?.replace('Mover ', '') ?? ''
    await leaveTelling(page, `/${noun}/admin/order`, () =>
      moveByKeys(page, name, { key: 'ArrowDown', places: [1, 2] }),
    )
    const [first, second, ...rest] = before
    await expect.poll(order).toEqual([second, first, ...rest])
    await page.request.put(`/api/v1/${noun}/admin/order`, {
      data: { ids: before },
      headers: { Origin: server.url },
    })
  })
}

test('leaving a page while it loads keeps the session', async ({ page, server }) => {
  await signUp(page, server.url)
  // Various moments of loading, including the check of the session.
  for (let round = 0; round < 40; round += 1) {
    await page.goto('/app', { waitUntil: 'commit' })
    await page.waitForTimeout(round * 10)
    await page.goto('/app/me', { waitUntil: 'commit' })
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Marina Alves' })).toBeVisible()
  expect((await page.request.get('/api/v1/me')).status()).toBe(200)
})

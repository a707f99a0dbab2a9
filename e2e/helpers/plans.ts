import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/index.ts'
import { HUBLA_OFFER } from '#server/testing/doubles/hubla-sender.ts'
import { setUsed } from '#server/testing/factories/quotas.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import type { AdminPlansPage } from '#shared/contract/plans-admin.ts'
import { inDatabase } from './database.ts'

/** The checkout address of the plan Criador in these tests. */
export const CHECKOUT = 'https://pay.hub.la/criador-mensal'

/** Changes the plan Criador, as the administrator of these cookies. */
export async function changeCreator(
  request: APIRequestContext,
  origin: string,
  change: object,
): Promise<void> {
  const listed = await request.get('/api/v1/plans/admin?limit=100')
  const { data } = (await listed.json()) as { data: AdminPlansPage }
  const plan = data.items.find(({ name }) => name === 'creator')
  if (!plan) throw new Error('there is no Criador')
  const answer = await request.patch(`/api/v1/plans/admin/${plan.id}`, {
    headers: { Origin: origin },
    data: { version: plan.version, ...change },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Offers the plan Criador at Hubla, as the administrator of these cookies. */
export const sellCreator = (request: APIRequestContext, origin: string): Promise<void> =>
  changeCreator(request, origin, {
    priceText: 'R$ 97 por mês',
    checkoutUrl: CHECKOUT,
    externals: [{ provider: 'hubla', kind: 'offer', externalId: HUBLA_OFFER, name: 'Criador mensal' }],
  })

/** Marks an email as verified, which purchases under it require. */
export const confirmAddress = (server: ServerProcess, email: string): Promise<unknown> =>
  inDatabase(server, (db) => db.update(users).set({ emailVerified: true }).where(eq(users.email, email)))

/** Sets a user's count of messages this month. */
export const useMessages = (server: ServerProcess, email: string, used: number): Promise<void> =>
  inDatabase(server, async (db) => {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) throw new Error(`no account of ${email}`)
    await setUsed(db, { userId: user.id, used })
  })

/** Fills a user's storage, of 1 GB in these tests, with bytes that nothing has. */
export const fillStorage = (server: ServerProcess, email: string, bytes: number): Promise<unknown> =>
  inDatabase(server, (db) =>
    db.execute(sql`insert into storage_changes (user_id, bytes)
      select id, ${bytes}::bigint from users where email = ${email}`),
  )

/** The card of a plan. */
export const ticketOf = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Planos' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

/** The profile's section about the plan. */
export const planOf = (page: Page): Locator => page.getByRole('region', { name: 'Seu plano', exact: true })

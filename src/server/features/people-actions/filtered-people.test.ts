import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PeopleAction } from '#shared/contract/people-actions.ts'
import type { AdminUsersFilter, CountedUsers } from '#shared/contract/users.ts'
import { auditEntries, users } from '../../db/schema/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { CREATOR_PLAN } from '../../testing/factories/purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let boss: TestClient
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Dona')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const PATH = '/people-actions/admin'

describe('a selection by filter', { timeout: 120_000 }, () => {
  type Trait = { name: string; role: 'user' | 'admin'; banned: boolean; emailVerified: boolean; day: string }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
  const NAMES = ['Ána', 'ana_', 'BRUNO', 'Zé % dos Anjos', "D'Ávila"]
  const QUERIES = ['ana', 'ANA_', '%', 'zé', "d'á", undefined]
  const DAYS = ['2024-01-01', '2025-06-15', '2026-02-28']
  const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

  const isIn = (trait: Trait, { q, role, status, createdSince }: AdminUsersFilter) =>
    (!q || fold(trait.name).includes(fold(q))) &&
    (!role || trait.role === role) &&
    (status !== 'active' || !trait.banned) &&
    (status !== 'banned' || trait.banned) &&
    (status !== 'unverified' || !trait.emailVerified) &&
    (!createdSince || trait.day >= createdSince)

  test('never reaches people outside of it', async () => {
    const traits = Array.from(
      { length: 60 },
      (): Trait => ({
        ...{ name: pick(NAMES), role: pick(['user', 'user', 'admin']), banned: pick([false, false, true]) },
        ...{ emailVerified: pick([true, false]), day: pick(DAYS) },
      }),
    )
    const rows = await db()
      .insert(users)
      .values(
        traits.map(({ day, ...trait }, index) => ({
          ...{ ...trait, email: `p${index}@exemplo.com.br`, createdAt: new Date(`${day}T15:00:00Z`) },
        })),
      )
      .returning()
    for (let round = 1; round <= 12; round += 1) {
      const month = `2030-${String(round).padStart(2, '0')}`
      const filter = JSON.parse(
        JSON.stringify({
          q: pick(QUERIES),
          role: pick(['user', undefined, undefined]),
          status: pick(['active', 'banned', 'unverified', undefined]),
          createdSince: pick([...DAYS, undefined]),
        }),
      ) as AdminUsersFilter
      const expectedIds = rows.filter((_row, at) => isIn(traits[at] as Trait, filter)).map(({ id }) => id)
      const { data } = await boss.get<CountedUsers>(
        `/users/admin/count?${new URLSearchParams(filter as Record<string, string>)}`,
      )
      expect([filter, data.people - data.own]).toEqual([filter, expectedIds.length])
      if (data.people === 0) continue
      const started = await boss.post<PeopleAction>(PATH, {
        kind: 'set-plan',
        planId: CREATOR_PLAN.id,
        planUntil: `${month}-10`,
        filter,
        expected: data.people,
      })
      expect([filter, started.status]).toEqual([filter, 201])
      await eventually(async () => {
        const [action] = (await boss.get<PeopleAction[]>(PATH)).data
        expect(action).toMatchObject({ id: started.data.id, status: 'done' })
      })
      const reached = await db()
        .select({ id: auditEntries.subjectId })
        .from(auditEntries)
        .where(sql`${auditEntries.details}->'after'->>'planUntil' like ${`${month}-%`}`)
      expect([filter, reached.map(({ id }) => id).toSorted()]).toEqual([filter, expectedIds.toSorted()])
    }
  })
})

import { asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { ApiKey, CreateApiKey } from '#shared/contract/api-keys.ts'
import { API_KEY_LIMITS } from '#shared/limits-api-keys.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { apiKeys, users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'

const state = sql<ApiKey['state']>`case when ${apiKeys.endsOn} < ${dayOf()} then 'ended'
  when ${users.role} <> 'admin' or ${users.banned} and coalesce(${users.banExpires} > now(), true) then 'stopped'
  else 'living' end`

const selectKeys = (db: Db) =>
  db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      hint: apiKeys.hint,
      madeBy: { id: users.id, name: users.name },
      endsOn: apiKeys.endsOn,
      state,
      lastUsedAt: apiKeys.lastUsedAt,
      createdAt: apiKeys.createdAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))

type Row = Awaited<ReturnType<typeof selectKeys>>[number]

const toApiKey = ({ lastUsedAt, createdAt, ...row }: Row): ApiKey => ({
  ...row,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

/** Every administrator's keys, those that still work first; ended ones leave a month after their end. */
export async function listApiKeys(db: Db): Promise<ApiKey[]> {
  const rows = await selectKeys(db).orderBy(
    desc(sql`${apiKeys.endsOn} >= ${dayOf()}`),
    desc(apiKeys.createdAt),
    asc(apiKeys.id),
  )
  return rows.map(toApiKey)
}

type NewKey = CreateApiKey & { userId: string; secretHash: string; hint: string }

/** Stores a key. @throws {AppError} CONFLICT above the limit of living keys. */
export async function insertApiKey(tx: Db, { endsOn, ...values }: NewKey): Promise<ApiKey> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('api-keys'))`)
  if ((await tx.$count(apiKeys, gte(apiKeys.endsOn, dayOf()))) >= API_KEY_LIMITS.living) {
    throw new AppError(
      'CONFLICT',
      `A casa já tem ${API_KEY_LIMITS.living} chaves. Revogue uma que não se usa mais.`,
    )
  }
  const lastDay = endsOn ?? sql`${dayOf()} + ${sql.raw(String(API_KEY_LIMITS.defaultDays))}`
  const [made] = await tx
    .insert(apiKeys)
    .values({ ...values, endsOn: lastDay })
    .returning({ id: apiKeys.id })
  const [row] = made ? await selectKeys(tx).where(eq(apiKeys.id, made.id)) : []
  if (!row) throw new Error('a key that was just stored is missing')
  return toApiKey(row)
}

/** Deletes a key of any administrator; answers its name. @throws {AppError} NOT_FOUND */
export async function deleteApiKey(tx: Db, { keyId }: { keyId: string }): Promise<string> {
  const [gone] = await tx.delete(apiKeys).where(eq(apiKeys.id, keyId)).returning({ name: apiKeys.name })
  if (!gone) throw new AppError('NOT_FOUND', 'Não encontramos essa chave: talvez ela já tenha sido revogada.')
  return gone.name
}

/** A user's own keys for their export, without hashes. */
export const listOwnApiKeys = (db: Db, { userId }: { userId: string }) =>
  db
    .select({
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      endsOn: apiKeys.endsOn,
      lastUsedAt: apiKeys.lastUsedAt,
      createdAt: apiKeys.createdAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))

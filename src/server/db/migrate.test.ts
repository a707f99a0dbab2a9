import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asc, eq, sql } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { connect, type Database } from './connect.ts'
import { MIGRATION_LOCK, prepareDatabase } from './migrate.ts'
import {
  agentLabels,
  agents,
  labels,
  plans,
  promptRecommendations,
  subscriptionChanges,
  subscriptions,
} from './schema/index.ts'
import { seedPlans } from './seed/plans.ts'

const log = pino({ level: 'silent' })
let copy: TestDatabase
let open: Database[]

beforeEach(async () => {
  copy = await createTestDatabase(inject('adminUrl'))
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((database) => database.close()))
  await copy.drop()
})

function instance(): Database {
  const database = connect({ connectionString: copy.url }, log)
  open.push(database)
  return database
}

/** Migrates a database to the state before one migration. */
async function migrateUntil({ db }: Database, tag: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'elenco-migrations-'))
  try {
    await cp(fileURLToPath(new URL('migrations', import.meta.url)), folder, { recursive: true })
    const path = join(folder, 'meta', '_journal.json')
    const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'))
    const end = journal.entries.findIndex((entry) => entry.tag === tag)
    if (end < 0) throw new Error(`no migration is called ${tag}`)
    await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }))
    await migrate(db, { migrationsFolder: folder })
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('preparing the database', () => {
  test('runs each migration once when three instances start together', async () => {
    const instances = [instance(), instance(), instance()]
    await Promise.all(instances.map(prepareDatabase))
    const { db } = instance()
    const applied = await db.execute(sql`select hash from drizzle.__drizzle_migrations`)
    expect(new Set(applied.rows.map(({ hash }) => hash)).size).toBe(applied.rows.length)
    expect(await db.$count(agents)).toBe(8)
    expect(await db.$count(promptRecommendations)).toBe(24)
    expect(await db.$count(plans)).toBe(3)
  })

  test('waits for another instance longer than the query timeout', async () => {
    const { pool } = instance()
    await pool.query(`alter database ${copy.name} set statement_timeout = '100ms'`)
    const other = await pool.connect()
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const patient = connect({ connectionString: copy.url, statement_timeout: false }, log)
    open.push(patient)
    const prepared = prepareDatabase(patient)
    prepared.catch(() => undefined)
    await vi.waitFor(
      async () => {
        const { rows } = await other.query(`select 1 from pg_stat_activity where datname = current_database()
          and wait_event = 'advisory' and clock_timestamp() - query_start > interval '300 milliseconds'`)
        expect(rows).toHaveLength(1)
      },
      { timeout: 20_000 },
    )
    other.release(true)
    await prepared
    expect(await patient.db.$count(plans)).toBe(3)
  })

  test('never overwrites an administrator’s changes and deletions', async () => {
    const database = instance()
    await prepareDatabase(database)
    const { db } = database
    const [first, second] = await db.select().from(agents).limit(2)
    if (!first || !second) throw new Error('no agents')
    await db.update(agents).set({ name: 'Outro nome', deletedAt: new Date() }).where(eq(agents.id, first.id))
    await db.delete(promptRecommendations).where(eq(promptRecommendations.agentId, second.id))
    await db.delete(agentLabels).where(eq(agentLabels.agentId, second.id))
    await db.update(plans).set({ monthlyMessageLimit: 7 })
    const [label] = await db.select().from(labels).limit(1)
    await db
      .update(labels)
      .set({ name: 'Renomeada' })
      .where(eq(labels.id, label?.id ?? ''))

    await prepareDatabase(database)
    const [again] = await db.select().from(agents).where(eq(agents.id, first.id))
    expect(again).toMatchObject({ name: 'Outro nome' })
    expect(again?.deletedAt).not.toBeNull()
    expect(await db.$count(promptRecommendations, eq(promptRecommendations.agentId, second.id))).toBe(0)
    expect(await db.$count(agentLabels, eq(agentLabels.agentId, second.id))).toBe(0)
    expect(await db.$count(plans, eq(plans.monthlyMessageLimit, 7))).toBe(3)
    expect(await db.$count(labels, eq(labels.name, 'Renomeada'))).toBe(1)
  })
})

test('old plans get the order and price of a new installation', async () => {
  const database = instance()
  await migrateUntil(database, '0009_payments')
  const { db } = database
  for (const { id, name, displayName, monthlyMessageLimit, allAgents } of seedPlans.toReversed()) {
    await db.execute(sql`insert into plans (id, name, display_name, monthly_message_limit, all_agents)
      values (${id}, ${name}, ${displayName}, ${monthlyMessageLimit}, ${allAgents})`)
  }
  await prepareDatabase(database)
  const { id, order, priceText } = plans
  const stored = await db.select({ id, order, priceText }).from(plans).orderBy(asc(order))
  expect(stored).toEqual(
    seedPlans.map((plan) => ({ id: plan.id, order: plan.order, priceText: plan.priceText })),
  )
})

test('a free plan given by hand ends, with its history, and agents stay open to the same plans', async () => {
  const database = instance()
  await migrateUntil(database, '0022_plans_by_hand')
  const { db } = database
  const [person, agent] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
  const [free, creator] = seedPlans.map(({ id }) => id)
  for (const { id, name, displayName, monthlyMessageLimit, allAgents, order } of seedPlans) {
    await db.execute(sql`insert into plans (id, name, display_name, monthly_message_limit, all_agents, "order")
      values (${id}, ${name}, ${displayName}, ${monthlyMessageLimit}, ${allAgents}, ${order})`)
  }
  await db.execute(sql`insert into users (id, name, email) values (${person}, 'A', 'a@b.c')`)
  await db.execute(sql`insert into agents (id, name, description, system_prompt, enable_free_plan)
    values (${agent}, 'Agente', '', '', true)`)
  await db.execute(sql`insert into subscriptions (id, user_id, plan_id, provider, status)
    values (gen_random_uuid(), ${person}, ${free}, 'manual', 'active'), (gen_random_uuid(), ${person}, ${creator}, 'hubla', 'active')`)
  await prepareDatabase(database)
  const rows = await db.select().from(subscriptions).orderBy(asc(subscriptions.provider))
  expect(rows.map(({ provider, status }) => [provider, status])).toEqual([
    ['hubla', 'active'],
    ['manual', 'canceled'],
  ])
  const changes = await db.select().from(subscriptionChanges)
  expect(changes).toMatchObject([
    {
      subscriptionId: rows[1]?.id,
      before: { status: 'active' },
      after: { status: 'canceled' },
      source: 'job',
    },
  ])
  const [kept] = await db.select().from(agents).where(eq(agents.id, agent))
  expect(kept).toMatchObject({ enableFreePlan: true, planIds: null, isDraft: false })
})

test('titles of chats from before their index are searchable', async () => {
  const database = instance()
  await migrateUntil(database, '0013_search_titles')
  const { db } = database
  await db.execute(sql`insert into users (id, name, email)
    values ('00000000-0000-7000-8000-000000000001', 'A', 'a@b.c')`)
  await db.execute(sql`insert into agents (id, name, description, system_prompt)
    values ('00000000-0000-7000-8000-000000000002', 'Agente', '', '')`)
  await db.execute(sql`insert into chats (id, agent_id, user_id, title)
    select gen_random_uuid(), '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001', title
    from unnest(array['Promoção de inverno', '']) as title`)
  await prepareDatabase(database)
  const { rows } = await db.execute<{ plain: string; hasWord: boolean }>(sql`
    select plain, vector @@ ('''' || search_mark(user_id) || '=promo'':*')::tsquery as "hasWord"
    from chat_titles join chats on chats.id = chat_id order by plain`)
  expect(rows).toEqual([
    { plain: '', hasWord: false },
    { plain: 'promocao de inverno', hasWord: true },
  ])
})

test('documents from before their index are searchable', async () => {
  const database = instance()
  await migrateUntil(database, '0015_search_documents')
  const { db } = database
  await db.execute(sql`insert into users (id, name, email)
    values ('00000000-0000-7000-8000-000000000001', 'A', 'a@b.c')`)
  await db.execute(sql`insert into documents (id, user_id, title, body)
    values (gen_random_uuid(), '00000000-0000-7000-8000-000000000001', 'Carta', 'De inverno')`)
  await prepareDatabase(database)
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select vector @@ format('%1$scart:* & %1$sinvern', search_mark(user_id))::tsquery as found
    from document_search join documents on documents.id = document_id`)
  expect(rows).toEqual([{ found: true }])
})

describe('the schema itself refuses', () => {
  const chat = async (database: Database) => {
    await prepareDatabase(database)
    await database.db.execute(sql`
      insert into users (id, name, email) values ('00000000-0000-7000-8000-000000000001', 'A', 'a@b.c');
    `)
    const [agent] = await database.db.select().from(agents).limit(1)
    for (const id of ['a', 'b']) {
      await database.db.execute(sql`insert into chats (id, agent_id, user_id, title)
        values (${uuid(id)}, ${agent?.id}, '00000000-0000-7000-8000-000000000001', 't')`)
    }
  }
  const uuid = (digit: string) => `00000000-0000-7000-8000-00000000000${digit}`
  const insert = (database: Database, values: string) =>
    database.db.execute(
      sql.raw(
        `insert into messages (id, chat_id, seq, parent_id, sender, content, status, lease_owner, lease_until) values ${values}`,
      ),
    )

  test.each([
    ['two running replies in a chat', `('${'1'}', 'A', 3, 'H', 'ai', '', 'running', 'H', now())`],
    ['a parent in another chat', `('${'1'}', 'B', 1, 'H', 'ai', '', 'done', null, null)`],
    ['a running reply without a lease', `('${'1'}', 'B', 1, null, 'ai', '', 'running', null, null)`],
    ['a human message that is running', `('${'1'}', 'B', 1, null, 'human', '', 'running', 'H', now())`],
    ['the same sequence twice', `('${'1'}', 'A', 1, null, 'human', '', 'done', null, null)`],
  ])('%s', async (_what, values) => {
    const database = instance()
    await chat(database)
    const ids: Record<string, string> = {
      A: uuid('a'),
      B: uuid('b'),
      H: uuid('c'),
      R: uuid('d'),
      '1': uuid('e'),
    }
    const filled = (text: string) => text.replace(/'([ABHR1])'/g, (_all, key) => `'${ids[key]}'`)
    await insert(database, filled(`('H', 'A', 1, null, 'human', 'Oi', 'done', null, null)`))
    await insert(database, filled(`('R', 'A', 2, 'H', 'ai', '', 'running', 'H', now())`))
    await expect(insert(database, filled(values))).rejects.toThrow()
    expect(await database.db.execute(sql`select 1 from messages`)).toHaveProperty('rowCount', 2)
  })
})

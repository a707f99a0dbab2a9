import type pg from 'pg'
import { lengthen } from '../../bench/lib/web/fill.ts'
import type { World } from './datasets.ts'

const ROWS = 1_000

/** Tables whose rows are copied: the column that differs, the number of copies, and the row to copy. */
type Copied = { table: string; differs: string; count?: number; where?: string }

const COPIED: readonly Copied[] = [
  { table: 'products', differs: `'name', it.name || ' ' || n` },
  { table: 'brands', differs: `'name', it.name || ' ' || n` },
  { table: 'offers', differs: `'name', it.name || ' ' || n` },
  { table: 'documents', differs: `'title', it.title || ' ' || n` },
  { table: 'chats', differs: `'title', it.title || ' ' || n`, where: 'archived_at is null' },
  { table: 'chats', differs: `'title', it.title || ' ' || n`, where: 'archived_at is not null' },
  { table: 'credentials', differs: `'name', it.name || ' ' || n, 'is_active', false`, count: 20 },
  { table: 'agents', differs: `'name', 'Rosa ' || n || ' · Páginas de venda', 'order', 10 + n` },
  { table: 'labels', differs: `'name', it.name || ' ' || n, 'order', 10 + n` },
  { table: 'tutorials', differs: `'title', it.title || ' ' || n, 'order', n` },
  { table: 'notices', differs: `'content', n || '. ' || it.content` },
  {
    table: 'users',
    differs: `'name', it.name || ' ' || n, 'email', 'pessoa' || n || '@exemplo.com.br'`,
    where: `role = 'user'`,
  },
  { table: 'plans', differs: `'name', it.name || n, 'display_name', it.display_name || ' ' || n`, count: 30 },
  { table: 'webhook_events', differs: `'external_id', it.external_id || n` },
  { table: 'audit_entries', differs: `'created_at', it.created_at - n * interval '1 minute'` },
  { table: 'sessions', differs: `'token', it.token || n`, count: 30 },
  { table: 'reply_reports', differs: `'message_id', null` },
  { table: 'impersonations', differs: `'session_id', gen_random_uuid()` },
  { table: 'model_prices', differs: `'model', it.model || '-' || n`, count: 50 },
]

/** Makes a thousand copies of every row; of limited kinds, as many as allowed. */
export async function fillUp({ house: { database, server }, ids }: World): Promise<void> {
  for (const { table, differs, count = ROWS, where = 'true' } of COPIED) {
    await database.query(
      `insert into ${table} select (jsonb_populate_record(it, jsonb_build_object('id', gen_random_uuid(), ${differs}))).*
       from ${table} as it, generate_series(1, $1::int) as n
       where it.id = (select id from ${table} where ${where} order by id limit 1)`,
      [count - 1],
    )
  }
  await lengthen(server.databaseUrl, { chatId: ids.chat ?? '', count: ROWS, mark: 'Fim.' })
  await database.query(
    `update messages set feedback = 'down', feedback_reason = 'Faltou falar da garantia', feedback_at = now()
     where chat_id = $1 and sender = 'ai' and seq % 3 = 0`,
    [ids.chat],
  )
  await database.query(
    `update messages set status = 'interrupted', finish_reason = null where chat_id = $1 and sender = 'ai' and seq % 5 = 0`,
    [ids.chat],
  )
}

/** The name columns and their maximum lengths. */
const NAMES: Record<string, Record<string, number>> = {
  users: { name: 120, bio: 500 },
  agents: { name: 120, description: 1_000 },
  labels: { name: 60, description: 300 },
  prompt_recommendations: { content: 300 },
  chats: { title: 120 },
  products: { name: 120, transformation: 900, main_persona: 900 },
  brands: { name: 120, description: 900, audience: 900 },
  offers: { name: 120, big_idea: 900 },
  documents: { title: 120 },
  credentials: { name: 120 },
  plans: { display_name: 60, description: 300 },
  tutorials: { title: 120, description: 900 },
  notices: { content: 280 },
  impersonations: { reason: 300 },
  reply_reports: { comment: 1_000 },
}

/** One word longer than any line, then many that fit. */
const LONG = `Pneumoultramicroscopicossilicovulcanoconióticos${'paralelepipedicamente'.repeat(2)} ${'e os grandes lançamentos de infoprodutos da comunidade brasileira '.repeat(20)}`

/** Sets every name to its maximum length. */
export async function nameAtLength(database: pg.Client): Promise<void> {
  for (const [table, columns] of Object.entries(NAMES)) {
    for (const [column, length] of Object.entries(columns)) {
      await database.query(`update ${table} set ${column} = $1`, [LONG.slice(0, length).trim()])
    }
  }
  const address = `${'nome-comprido-'.repeat(4)}fim@${'dominio-'.repeat(12)}fim.exemplo.com.br`
  await database.query(`update users set email = right(id::text, 8) || $1`, [address])
}

/** Clears every optional name, text and picture, and some required ones. */
export async function takeNamesAway(database: pg.Client): Promise<void> {
  for (const [table, columns] of Object.entries(NAMES)) {
    for (const column of Object.keys(columns)) {
      await database.query(`update ${table} set ${column} = ''`)
    }
  }
  await database.query('update agents set photo_url = null')
  await database.query('update users set image = null, phone_number = null')
}

import pg from 'pg'

/** Chats per generated user. */
export const CHATS_A_PERSON = 5
export const MESSAGES_A_CHAT = 100

const IS_GENERATED = `email like 'pessoa%'`
export const emailOf = (person: number) => `pessoa${person}@exemplo.com.br`

const people = (persons: number, hash: string): string[] => [
  `insert into users (id, name, email) select uuidv7(), 'Pessoa ' || n, 'pessoa' || n || '@exemplo.com.br'
   from generate_series(1, ${persons}) n`,
  `insert into accounts (id, account_id, provider_id, user_id, password)
   select uuidv7(), id::text, 'credential', id, '${hash}' from users where ${IS_GENERATED}`,
  `insert into subscriptions (id, user_id, plan_id, provider, status)
   select uuidv7(), id, (select plan_id from subscriptions limit 1), 'auto', 'active' from users where ${IS_GENERATED}`,
  `insert into sessions (id, token, expires_at, user_id)
   select uuidv7(), md5(id::text), now() + interval '20 days', id from users where ${IS_GENERATED}`,
  `insert into chats (id, agent_id, user_id, title, last_seq, last_message_at)
   select uuidv7(), (select id from agents where enable_free_plan limit 1), id, 'Como vendo mais no lançamento?',
     ${MESSAGES_A_CHAT}, now() - random() * interval '90 days'
   from users, generate_series(1, ${CHATS_A_PERSON}) where ${IS_GENERATED}`,
]

/** Adds a question and its reply to each chat, as one transaction stores them. */
const turn = (seq: number): string => `
  insert into messages (id, chat_id, seq, parent_id, sender, status, finish_reason, content, n_tokens, created_at)
  select md5(chats.id::text || at)::uuid, chats.id, at,
    case when at > 1 then md5(chats.id::text || at - 1)::uuid end,
    sender, 'done', finish_reason, repeat('Como vender mais hoje? ', times), case sender when 'ai' then 900 end,
    now() - (${MESSAGES_A_CHAT} - at) * interval '21 hours'
  from chats cross join lateral (
    values (${seq}, 'human', null, 4), (${seq + 1}, 'ai', 'stop', 22)
  ) as stored (at, sender, finish_reason, times)
  where last_seq = ${MESSAGES_A_CHAT}`

/** Accounts without messages. */
const visitors = (persons: number): string[] => [
  `insert into users (id, name, email, created_at, last_seen_at)
   select uuidv7(), 'Visita ' || n, 'visita' || n || '@exemplo.com.br', now() - random() * interval '400 days',
     now() - random() * interval '90 days'
   from generate_series(1, ${persons}) n`,
  `insert into subscriptions (id, user_id, plan_id, provider, status)
   select uuidv7(), id, (select plan_id from subscriptions limit 1), 'auto', 'active' from users where email like 'visita%'`,
]

/**
 * Fills an installation that has one account with `persons` more, who share its password, and `silent` ones
 * without messages. The turns of a chat are far apart on disk, as with many concurrent users, and ids are
 * random.
 */
export async function fill(databaseUrl: string, persons: number, silent: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    // Skips two million foreign key checks.
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ password: string }>('select password from accounts')
    for (const statement of people(persons, rows[0]?.password ?? '')) await client.query(statement)
    for (const statement of visitors(silent)) await client.query(statement)
    for (let seq = 1; seq < MESSAGES_A_CHAT; seq += 2) await client.query(turn(seq))
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

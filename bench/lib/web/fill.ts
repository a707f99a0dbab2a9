import pg from 'pg'

type Long = { chatId: string; count: number; mark: string }

/** A message id for a position, as UUID version 4, the only version that the API accepts. */
const idAt = (at: string) =>
  `overlay(overlay(md5($1::text || ${at}) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid`

/** Copies the first question and its reply, because sending each would take minutes. */
const COPIES = `
  insert into messages (id, chat_id, seq, parent_id, sender, status, finish_reason, content)
  select ${idAt('at')}, $1, at,
    case when at = 3 then first.reply_id else ${idAt('(at - 1)')} end,
    case when at % 2 = 1 then 'human' else 'ai' end, 'done', case when at % 2 = 0 then 'stop' end,
    case when at % 2 = 1 then first.question || ' (' || at || ')' when at = $2 then first.reply || $3 else first.reply end
  from generate_series(3, $2::int) at cross join (
    select max(id::text) filter (where seq = 2)::uuid as reply_id,
      max(content) filter (where seq = 1) as question, max(content) filter (where seq = 2) as reply
    from messages where chat_id = $1
  ) as first`

async function inDatabase(databaseUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Disables the questionnaire and the tour. */
export const settleIn = (databaseUrl: string): Promise<void> =>
  inDatabase(databaseUrl, (client) =>
    client.query(
      'update users set onboarding_offered_at = now(), has_completed_onboarding = true, tour_ended_at = now(), checklist_ended_at = now()',
    ),
  )

/** Extends a chat of one question and one reply to `count` messages. */
export const lengthen = (databaseUrl: string, { chatId, count, mark }: Long): Promise<void> =>
  inDatabase(databaseUrl, async (client) => {
    await client.query(COPIES, [chatId, count, `\n\n${mark}`])
    await client.query('update chats set last_seq = $2, read_seq = $2 where id = $1', [chatId, count])
    await client.query('analyze messages')
  })

import { pino } from 'pino'
import { connect } from '../../src/server/db/connect.ts'
import { countUsage } from '../../src/server/features/usage/usage-job.ts'
import type { House } from './installation.ts'

const NAMES =
  'Ana Clara Ribeiro,Bruno Tavares,Camila Nogueira,Diego Farias,Elisa Monteiro,Fábio Queiroz,Gabriela Pires,Heitor Lacerda,Isadora Campos,João Vítor Melo,Karina Duarte,Leandro Sampaio,Mônica Barreto,Natália Brandão,Otto Vieira,Patrícia Amaral,Rafael Coutinho,Simone Guerra,Tiago Bastos,Úrsula Peixoto,Vanessa Leal,William Rocha,Yara Fontes,Zeca Moura'

/** Users who signed up over the last weeks, some of them paying. */
const PEOPLE = `
  insert into users (id, name, email, email_verified, created_at, last_seen_at)
  select gen_random_uuid(), name, 'pessoa' || n || '@exemplo.com.br', true,
    now() - (n * 59 % 1400) * interval '1 hour', now() - (n * 13 % 60) * interval '1 hour'
  from unnest(string_to_array($1, ',')) with ordinality as people (name, n)`

const PLANS = `
  insert into subscriptions (id, user_id, plan_id, provider, status, created_at)
  select gen_random_uuid(), users.id, plans.id, case when plans.name = 'free' then 'auto' else 'manual' end, 'active', users.created_at
  from users join plans on plans.name = case abs(hashtext(users.email)) % 5 when 0 then 'creator' when 1 then 'big_player' else 'free' end
  where email like 'pessoa%'`

const CHATS = `
  insert into chats (id, agent_id, user_id, title, last_seq, read_seq, last_message_at, created_at)
  select gen_random_uuid(), agents.id, users.id, 'Ideias para a semana', 2, 2, moment, moment
  from users cross join generate_series(0, 59) as day
    cross join lateral generate_series(1, (2 + day % 7 % 3 + (59 - day) / 9 + abs(hashtext(users.email || day)) % 3) / 3) as n
    cross join lateral (select now() - day * interval '1 day' - (abs(hashtext(users.email || day || n)) % 600) * interval '1 minute' as moment) as moments
    join lateral (select id from agents order by hashtext(id::text || users.email || day || n) limit 1) as agents on true
  where email like 'pessoa%' and users.created_at <= moment`

const QUESTIONS = `
  insert into messages (id, chat_id, seq, sender, status, content, created_at)
  select md5(chats.id::text || '1')::uuid, chats.id, 1, 'human', 'done', 'Me ajude com a semana.', chats.created_at
  from chats join users on users.id = user_id where email like 'pessoa%'`

const REPLIES = `
  insert into messages (id, chat_id, seq, parent_id, sender, status, finish_reason, content, created_at, n_tokens, n_cached_tokens,
    n_output_tokens, used_model, model_name, first_token_ms, feedback, feedback_at)
  select md5(chats.id::text || '2')::uuid, chats.id, 2, md5(chats.id::text || '1')::uuid, 'ai', 'done', 'stop', 'Vamos por partes.',
    chats.created_at, 1900 + place % 1400, 900 + place % 600, 380 + place % 500,
    case place % 4 when 0 then 'google' else 'openai' end, case place % 4 when 0 then 'gemini-3-flash' else 'gpt-5.2' end, 480 + place % 700,
    case place % 9 when 0 then 'up' when 1 then 'up' when 2 then 'up' when 3 then case when place % 4 = 0 then 'down' else 'up' end end,
    case when place % 9 < 4 then chats.created_at end
  from chats join users on users.id = user_id cross join lateral (select abs(hashtext(chats.id::text)) as place) as places
  where email like 'pessoa%'`

const PRICES = `
  insert into model_prices (id, provider, model, input_price, cached_input_price, output_price)
  values (gen_random_uuid(), 'openai', 'gpt-5.2', 1.25, 0.125, 10), (gen_random_uuid(), 'google', 'gemini-3-flash', 0.3, 0.03, 2.5)`

const PAYMENTS = `
  insert into payment_amounts (id, provider, kind, external_id, external_subscription_id, plan_id, currency, cents, day)
  select gen_random_uuid(), 'hubla', kind, users.id || '-' || month, 's-' || users.id, plans.id,
    case when n % 7 = 0 then 'USD' else 'BRL' end, case plans.name when 'creator' then 9700 else 29700 end, current_date - 30 * month - n
  from (select *, row_number() over (order by email)::int as n from users where email like 'pessoa%') users
    join subscriptions on user_id = users.id join plans on plans.id = plan_id and plans.name <> 'free'
    cross join generate_series(0, 1) as month cross join unnest(array['sale', 'refund']) as kind
  where kind = 'sale' or n % 5 = 0`

/** Creates two months of other users' activity and its figures for the administration. */
export async function fillMonth({ database, server }: House): Promise<void> {
  await database.query(PEOPLE, [NAMES])
  for (const statement of [PLANS, PAYMENTS, CHATS, QUESTIONS, REPLIES, PRICES])
    await database.query(statement)
  await countNow(server.databaseUrl)
}

/** Recomputes the figures of all days. */
export async function countNow(databaseUrl: string): Promise<void> {
  const { db, close } = connect({ connectionString: databaseUrl }, pino({ level: 'silent' }))
  try {
    await db.execute(
      'truncate usage_days, plan_days, user_days, activity_days, cohort_weeks, paid_months, user_milestones',
    )
    for (let tries = 0; !(await countUsage(db)); tries += 1) {
      if (tries > 100) throw new Error('somebody else is counting')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    await close()
  }
}

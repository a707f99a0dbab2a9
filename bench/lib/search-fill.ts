import pg from 'pg'

const MESSAGES_A_CHAT = 100
const CHATS_OF_OTHERS = 5

/** Realistic words, so that a prefix search is meaningful. */
const WORDS =
  'lançamento página vendas oferta público conteúdo anúncio campanha copy curso mentoria preço bônus garantia aluno promoção checkout carrinho e-mail sequência estratégia tráfego pago orgânico vídeo roteiro gancho história autoridade prova depoimento objeção urgência escassez funil captura evento webinário aula módulo comunidade suporte reembolso parcela cartão boleto cupom desconto afiliado coprodução perpétuo semente relâmpago'

/** Test words by frequency. */
export const SOUGHT = { frequent: 'vender', common: 'catapulta', rare: 'jabuticaba', old: 'arcaico' }

const texts = `
  create temp table texts as
  select n, string_agg(coalesce(words[1 + floor(random() * array_length(words, 1))::int], ''), ' ')
    || case when n % 10 < 9 then ' como vender mais hoje' else '' end as text
  from (select string_to_array('${WORDS}', ' ') as words) as all_words,
    generate_series(1, 5000) as n, generate_series(1, 8) as word, lateral (select random() where word > 0) as each
  group by n`

/** Syllables that form some 30,000 rare words, like product names. */
const rareWords = `
  update texts set text = text || ' ' || (
    select string_agg(
      (array['bra','cle','dri','flo','gru','pla','tri','zem'])[1 + abs(hashtext(n || 'a' || k)) % 8]
      || (array['ba','ce','di','fo','gu','la','me','ni','po','ru'])[1 + abs(hashtext(n || 'b' || k)) % 10]
      || (array['xa','ve','ti','so','nu','ma','le','ji','go','fu'])[1 + abs(hashtext(n || 'c' || k)) % 10]
      || (array['bar','cel','dir','fon','gul','lam'])[1 + abs(hashtext(n || 'd' || k)) % 6], ' ')
    from generate_series(1, 12) as k)`

const lexemes = `
  create temp table words as select n, text, array(
    select substr(lexeme, 9) from unnest(tsvector_to_array(search_vector(gen_random_uuid(), text))) as lexeme) as lexemes
  from texts`

const people = (chats: number, others: number): string[] => [
  `insert into users (id, name, email) select gen_random_uuid(), 'Pessoa ' || n, 'pessoa' || n || '@exemplo.com.br'
   from generate_series(1, ${others}) as n`,
  `insert into chats (id, agent_id, user_id, title, last_seq, last_message_at)
   select gen_random_uuid(), (select id from agents where enable_free_plan limit 1), users.id,
     'Ideias de ' || split_part('${WORDS}', ' ', 1 + n % 50), ${MESSAGES_A_CHAT}, now() - n * interval '3 hours'
   from users, lateral generate_series(1, case when email like 'pessoa%' then ${CHATS_OF_OTHERS} else ${chats} end) as n`,
]

const titles = `
  insert into chat_titles (chat_id, plain, vector)
  select id, lower(unaccent(title)), title_vector(user_id, lower(unaccent(title))) from chats on conflict do nothing`

const said = `
  insert into messages (id, chat_id, seq, sender, status, content, created_at)
  select md5(chats.id::text || at)::uuid, chats.id, at, case at % 2 when 1 then 'human' else 'ai' end, 'done',
    text || extra, last_message_at - (${MESSAGES_A_CHAT} - at) * interval '1 minute'
  from chats cross join generate_series(1, ${MESSAGES_A_CHAT}) as at
    cross join lateral (select abs(hashtext(chats.id::text || at)) as place) as random_place
    join words on n = 1 + place % 5000
    cross join lateral (select case when place % 5000 < 2 then ' ${SOUGHT.rare}' when place % 100 = 7 then ' ${SOUGHT.common}' else '' end
      || case when last_message_at < now() - interval '10 days' then ' ${SOUGHT.old}' else '' end as extra) as extras`

const filed = `
  insert into message_search (message_id, chat_id, user_id, written_at, vector)
  select messages.id, chat_id, user_id, messages.created_at, array_to_tsvector(array(
    select mark || lexeme from unnest(lexemes || tsvector_to_array(to_tsvector('elenco_stems', substr(content, length(text) + 1)))
      || tsvector_to_array(to_tsvector('elenco_words', substr(content, length(text) + 1)))) as lexeme))
  from messages join chats on chats.id = chat_id
    cross join lateral (select search_mark(user_id) as mark) as marks
    join words on n = 1 + abs(hashtext(chats.id::text || seq)) % 5000`

/**
 * Fills an installation that has one account: `own` messages of that one, and `others` of as many users as
 * needed. Rejects unless sampled index entries equal those of the trigger.
 */
export async function fillForSearch(
  databaseUrl: string,
  { own, others }: { own: number; others: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '256MB'`)
    // Skips a million foreign key checks, and does the trigger's work in one statement.
    await client.query('set session_replication_role = replica')
    await client.query('drop index message_search_vector_idx')
    const persons = Math.ceil(others / (CHATS_OF_OTHERS * MESSAGES_A_CHAT))
    const steps = [texts, rareWords, lexemes, ...people(own / MESSAGES_A_CHAT, persons), titles, said, filed]
    for (const step of steps) await client.query(step)
    await client.query(
      'create index message_search_vector_idx on message_search using gin (vector) with (fastupdate = off)',
    )
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    const { rows } = await client.query(`select count(*)::int as wrong from (
      select vector = search_vector(user_id, content) as is_same from message_search
      join messages on messages.id = message_id order by message_id limit 200) as filed where not is_same`)
    if (rows[0].wrong !== 0) throw new Error('what is filed is not what the trigger files')
  } finally {
    await client.end()
  }
}

/** Baseline: reading every message of an account. Milliseconds, the fastest of three. */
export async function scanTime(databaseUrl: string, word: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const times: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const begun = performance.now()
      await client.query(
        `select messages.id from messages join chats on chats.id = chat_id join users on users.id = user_id
         where email = 'ana@exemplo.com.br' and unaccent(content) ilike '%' || $1 || '%'
         order by messages.created_at desc limit 21`,
        [word],
      )
      times.push(performance.now() - begun)
    }
    return Math.min(...times)
  } finally {
    await client.end()
  }
}

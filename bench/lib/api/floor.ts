import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import pg from 'pg'

/**
 * The control of reads: `node:http` and one named statement, without session, contract or application. The
 * first line of its input is the address of the database; its addresses are `/list/<userId>` and
 * `/chat/<chatId>`.
 */
const STATEMENTS = {
  list: `select chats.id, agent_id, user_id, title, last_message_at, chats.created_at, chats.updated_at,
      agents.name as agent_name, agents.photo_url
    from chats join agents on agents.id = chats.agent_id
    where user_id = $1 and chats.deleted_at is null and last_seq > 0
    order by last_message_at desc, chats.id desc limit 21`,
  chat: `select json_agg(message)::text as text from (
      select id, chat_id, parent_id, sender, content, status, created_at, updated_at from messages
      where chat_id = $1 and deleted_at is null order by seq desc limit 100) message`,
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
process.stdout.write('"ready"\n')
const pool = new pg.Pool({ connectionString: JSON.parse((await lines.next()).value ?? ''), max: 10 })
const server = createServer(async (request, response) => {
  const [, name, id] = (request.url ?? '').split('/')
  const text = name === 'list' ? STATEMENTS.list : STATEMENTS.chat
  const { rows } = await pool.query({ name: name ?? '', text, values: [id ?? ''] })
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(name === 'list' ? JSON.stringify(rows) : rows[0].text)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`)
})
await lines.next()
process.exit(0)

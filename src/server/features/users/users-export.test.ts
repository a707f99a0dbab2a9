import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AdminUsersPage } from '#shared/contract/users.ts'
import { connect, type Database } from '../../db/connect.ts'
import { auditEntries, userDays, users } from '../../db/schema/index.ts'
import { openSocket, requestText } from '../../testing/clients/raw-request.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { type Listening, serveWith } from '../../testing/web-server.ts'

let app: TestApp
let boss: TestClient
let database: Database
let site: Listening
/** Rows that the database returned to the server. */
let rows = 0
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Ada')
  // A separate pool, so that only the export's queries are counted.
  database = connect({ connectionString: app.databaseUrl }, app.server.deps.log)
  const query = database.pool.query.bind(database.pool)
  Object.assign(database.pool, {
    query: async (...given: Parameters<typeof query>) => {
      const result: unknown = await query(...given)
      rows += Object(result).rows?.length ?? 0
      return result
    },
  })
  site = await serveWith(app, { db: database.db })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await database.close()
  await app.close()
})

const db = () => app.server.deps.db
const newMark = () => randomUUID().slice(0, 8)

async function someone(mark: string, over: Partial<typeof users.$inferInsert> = {}) {
  const email = `${randomUUID()}@${mark}.com.br`
  const [row] = await db()
    .insert(users)
    .values({ name: 'Ana', email, ...over })
    .returning()
  if (!row) throw new Error('no row')
  return row
}

const pathOf = (query: Record<string, string>) => `/api/v1/users/admin/export?${new URLSearchParams(query)}`
const textOf = async (query: Record<string, string>) =>
  // `text()` would strip the byte order mark.
  Buffer.from(await (await boss.fetch('GET', pathOf(query))).arrayBuffer()).toString()

/** The cells of a file in which every cell is quoted. */
const cellsOf = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/(?<=")\r\n(?="|$)/)
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"(?:;|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
    )

describe('GET /users/admin/export', () => {
  test('is a CSV file with byte order mark, column names, and a line per account', async () => {
    const mark = newMark()
    const { id, email } = await someone(mark, {
      name: 'Conceição; "Ção"',
      phoneNumber: '11987654321',
      emailVerified: true,
      createdAt: new Date('2026-05-10T02:59:00.000Z'),
    })
    await db()
      .insert(userDays)
      .values({ userId: id, day: sql`(now() at time zone 'America/Sao_Paulo')::date`, messages: 12 })
    const response = await boss.fetch('GET', pathOf({ q: mark }))
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="elenco-contas-\d{4}-\d\d-\d\d\.csv";/,
    )
    const text = Buffer.from(await response.arrayBuffer()).toString()
    expect(text.startsWith('\uFEFF"Nome";"E-mail";"Telefone";"Papel";"Plano";"Situação"')).toBe(true)
    const [, ...lines] = cellsOf(text)
    expect(lines).toEqual([
      [
        ...['Conceição; "Ção"', email, '(11) 98765-4321', 'Usuário', '', 'Ativa', 'Sim'],
        ...['2026-05-09 23:59', '', '12', '0,000000', id],
      ],
    ])
  })

  test('has the accounts of the table in its order, has column names even when empty, and is audited', async () => {
    const mark = newMark()
    for (const name of ['Caio', 'Ana', 'Bia']) await someone(mark, { name, role: 'admin' })
    await someone(mark, { name: 'Davi' })
    const query = { q: mark, role: 'admin', sort: '-name' }
    const shown = await boss.get<AdminUsersPage>(`/users/admin?${new URLSearchParams(query)}`)
    const [, ...lines] = cellsOf(await textOf(query))
    expect(lines.map((cells) => cells.at(-1))).toEqual(shown.data.items.map(({ id }) => id))
    expect(lines.map(([name]) => name)).toEqual(['Caio', 'Bia', 'Ana'])
    expect(cellsOf(await textOf({ q: newMark() }))).toHaveLength(1)
    const entries = await db().select().from(auditEntries).where(eq(auditEntries.action, 'user.export'))
    expect(entries).toContainEqual(
      expect.objectContaining({ actorId: boss.userId, details: { filter: expect.objectContaining(query) } }),
    )
  })

  test.each(['limit=5', 'cursor=x', 'role=boss', 'sort=email', 'q=%00'])('refuses ?%s', async (query) => {
    const reply = await boss.get(`/users/admin/export?${query}`)
    expect([reply.status, reply.error.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('A47 no user text starts a formula, whichever separator a program uses', async () => {
    const mark = newMark()
    const hostile = [
      ...['=HYPERLINK("https://evil.example","Clique")', '+1+1', '-2+3', '@SUM(A1:A9)', '＝1+1', '＋1'],
      ...[
        '\t=1+1',
        '\r=1+1',
        ' =1+1',
        '\n@A1',
        'Ana, =1+1',
        'Ana;=1+1',
        'Ana";=1+1;"',
        'Ana\t-1',
        'Ana"\n+1',
      ],
      "=cmd|'/C calc'!A0",
    ]
    for (const name of hostile) await someone(mark, { name })
    await someone(mark, { email: `+${randomUUID()}@${mark}.com.br` })
    await someone(mark, { email: `-${randomUUID()}@${mark}.com.br` })
    const text = await textOf({ q: mark })
    const cells = cellsOf(text).flat()
    expect(cells).toHaveLength(12 * (hostile.length + 3))
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
    // Programs that split at commas, tabs or lines, or ignore quotes, find no formula either.
    for (const part of text.split(/[,;|\t\r\n"]+/)) expect(part).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
    // The original text stays readable.
    expect(cells).toContain(`'${hostile[0]}`)
  })
})

describe('a table of thousands', { timeout: 60_000 }, () => {
  const COUNT = 2_000
  const mark = newMark()
  beforeAll(async () => {
    await db().execute(sql`
      insert into users (id, name, email, created_at)
      select gen_random_uuid(), repeat('ã', 4000) || n, n || '@' || ${mark} || '.com.br', now() - n * interval '1 second'
      from generate_series(1, ${COUNT}) as n`)
  })

  test('is complete, each account once', async () => {
    const [, ...lines] = cellsOf(await textOf({ q: mark }))
    const numbers = lines.map(([, email = '']) => Number(email.split('@')[0]))
    expect(numbers).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1))
  })

  test('is read as fast as the client reads, and not after the client disconnects', async () => {
    const from = rows
    const socket = await openSocket(site.baseUrl)
    onTestFinished(() => void socket.destroy())
    socket.write(requestText('GET', pathOf({ q: mark }), { Cookie: boss.cookie }))
    const [first] = await once(socket, 'data')
    socket.pause()
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 /)
    await settled()
    // 16 MB; socket buffers hold only a few.
    expect(rows - from).toBeLessThan(COUNT)
    const taken = rows
    socket.destroy()
    await settled()
    expect(rows - taken).toBeLessThan(COUNT / 2)
  })
})

/** Waits until no query runs and no connection is held. */
async function settled(): Promise<void> {
  let before = -1
  await vi.waitFor(
    () => {
      const isQuiet = rows === before && database.pool.idleCount === database.pool.totalCount
      before = rows
      expect(isQuiet).toBe(true)
    },
    { interval: 500, timeout: 20_000 },
  )
}

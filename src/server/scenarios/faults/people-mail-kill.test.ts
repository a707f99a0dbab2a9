import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { PeopleMails } from '#shared/contract/people-mails.ts'
import { connect } from '../../db/connect.ts'
import { users } from '../../db/schema/index.ts'
import { startMailServer } from '../../testing/doubles/mail-server.ts'
import { eventually } from '../../testing/eventually.ts'
import { startServerProcess } from '../../testing/processes/server-process.ts'
import { TestClient } from '../../testing/test-client.ts'

const PEOPLE = 40

/** Runs statements on the database of the server while it runs. */
async function ask<T>(url: string, run: (db: ReturnType<typeof connect>['db']) => Promise<T>): Promise<T> {
  const database = connect({ connectionString: url }, pino({ level: 'silent' }))
  try {
    return await run(database.db)
  } finally {
    await database.close()
  }
}

test('a process that is killed while it mails many people goes on, and nobody gets the mail twice', {
  timeout: 90_000,
}, async () => {
  const mail = await startMailServer()
  onTestFinished(mail.close)
  const server = await startServerProcess({ SMTP_URL: mail.url })
  onTestFinished(server.close)
  const boss = new TestClient(() => server.url, server.url)
  const account = { email: 'dona@exemplo.com.br', password: 'senha-segura-1' }
  await boss.signUp({ ...account, name: 'Dona' })
  await ask(server.databaseUrl, (db) =>
    db.insert(users).values(
      Array.from({ length: PEOPLE }, (_none, index) => ({
        ...{ name: `Ana ${index}`, email: `p${index}@turma.com.br`, emailVerified: true },
      })),
    ),
  )
  const received = () => mail.mails.flatMap(({ to }) => to).filter((it) => it.endsWith('@turma.com.br'))
  const body = {
    id: randomUUID(),
    subject: 'Aula',
    content: 'Oi.',
    filter: { q: 'turma.com' },
    expected: PEOPLE,
  }
  expect((await boss.post('/people-mails/admin', body)).status).toBe(201)
  await eventually(() => expect(received().length).toBeGreaterThanOrEqual(10))
  // Those in delivery arrive after the death of the process, which can't note it.
  const release = mail.hold()
  await eventually(() => new Promise((resolve) => setTimeout(resolve, 200)))
  await server.stop('SIGKILL')
  release()
  await server.start()
  await ask(server.databaseUrl, (db) =>
    db.execute(sql`update people_mail_recipients set taken_at = taken_at - interval '10 minutes'
      where taken_at is not null and sent_at is null`),
  )
  await boss.signIn(account)
  const find = async () => (await boss.get<PeopleMails>('/people-mails/admin')).data.mails[0]
  await eventually(async () => expect((await find())?.status).toBe('done'))
  const done = await find()
  expect((done?.sent ?? 0) + (done?.unconfirmed ?? 0)).toBe(PEOPLE)
  expect(done?.unconfirmed).toBeLessThanOrEqual(3)
  expect(new Set(received()).size).toBe(received().length)
  expect(received().length).toBeGreaterThanOrEqual(PEOPLE - 3)
})

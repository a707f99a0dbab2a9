import { randomUUID } from 'node:crypto'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { ImportResult, ImportRowsPage, PeopleImport } from '#shared/contract/people-imports.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { invitations, peopleImportRows, peopleImports, sessions, users } from '../../db/schema/index.ts'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { BIG_PLAN, CREATOR_PLAN } from '../../testing/factories/purchases.ts'
import { startSecondInstance } from '../../testing/processes/second-instance.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { workBatch } from './import-job.ts'
import { beginImport, lockRunning, purgeImports } from './people-imports.queries.ts'

let context: MailedApp
let boss: TestClient
beforeAll(async () => {
  context = await createMailedApp()
  boss = await context.app.signUp('Dona')
})
afterAll(() => context.close())

let domain: string
beforeEach(() => {
  domain = `${randomUUID().slice(0, 8)}.exemplo.com.br`
})
afterEach(async () => {
  await db().delete(peopleImports)
})

const db = () => context.app.server.deps.db
const PATH = '/people-imports/admin'
const COLUMNS = { email: 0, name: 1, plan: 2, end: 3 }

const send = (content: string | Uint8Array<ArrayBuffer>, client = boss) => {
  const form = new FormData()
  form.append('file', new Blob([content]), 'turma.csv')
  return client.post<PeopleImport>(PATH, form)
}
const csvOf = (rows: string[][]) => ['e-mail;nome;plano;fim', ...rows.map((it) => it.join(';'))].join('\r\n')
const prepare = (id: string, over: object = {}) =>
  boss.call<PeopleImport>('PATCH', `/api/v1${PATH}/${id}`, { columns: COLUMNS, ...over })
const preview = async (rows: string[][], over: object = {}) => {
  const { data } = await send(csvOf(rows))
  return (await prepare(data.id, over)).data
}
const find = async (id: string) => (await boss.get<PeopleImport>(`${PATH}/${id}`)).data
const finish = async (id: string) => {
  expect((await boss.post(`${PATH}/${id}/start`)).status).toBe(200)
  await eventually(async () => expect((await find(id)).status).toBe('done'))
  return find(id)
}
const rowsOf = async (id: string, query = '') =>
  (await boss.get<ImportRowsPage>(`${PATH}/${id}/rows?limit=100${query}`)).data.items
const only = (counts: Partial<Record<ImportResult, number>>) => expect.objectContaining(counts)
const at = (name: string) => `${name}@${domain}`
const account = async (name: string, emailVerified: boolean) => {
  const client = context.app.visitor()
  await client.signUp({ name, email: at(name), password: 'senha-segura-1' })
  await db().update(users).set({ emailVerified }).where(eq(users.id, client.userId))
  return client
}
const givenTo = async (client: TestClient) => {
  const { data } = await boss.get<AdminUser>(`/users/admin/${client.userId}`)
  return [data.activeSubscription?.plan.id, data.activeSubscription?.currentPeriodEnd?.slice(0, 10)]
}

describe('people from a spreadsheet', { timeout: 60_000 }, () => {
  test('are previewed row by row, then invited and given their plans; the same file changes nothing', async () => {
    const [sure, unsure] = [await account('certa', true), await account('incerta', false)]
    const rows = [
      [at('nova'), 'Nova', CREATOR_PLAN.displayName, '31/12/2030'],
      [at('CERTA'), 'Certa', BIG_PLAN.displayName, ''],
      [at('incerta'), 'Incerta', CREATOR_PLAN.displayName, ''],
      [at('nova'), 'De novo', '', ''],
      ['sem-arroba', 'X', '', ''],
      [at('simples'), '=1+1', '', ''],
    ]
    const sent = await send(csvOf(rows))
    expect(sent.data).toMatchObject({ status: 'draft', columns: COLUMNS, separator: ';', isPrepared: false })
    expect((await boss.post(`${PATH}/${sent.data.id}/start`)).status).toBe(409)
    const planned = (await prepare(sent.data.id)).data
    expect(planned.counts).toEqual(only({ invite: 2, 'change-plan': 1, confirm: 1, error: 2 }))
    expect(await rowsOf(planned.id, '&result=error')).toMatchObject([
      { line: 5, problem: 'Este e-mail já está na linha 2: vale aquela' },
      { line: 6, problem: 'E-mail inválido' },
    ])
    expect(await db().$count(invitations, eq(invitations.email, at('nova')))).toBe(0)

    expect(await finish(planned.id)).toMatchObject({ rows: 6, done: 6 })
    expect((await givenTo(sure))[0]).toBe(BIG_PLAN.id)
    expect((await givenTo(unsure))[0]).not.toBe(CREATOR_PLAN.id)
    for (const name of ['nova', 'incerta', 'simples']) await context.mailsTo(at(name), 'invitation')

    const again = await preview(rows)
    expect(again.counts).toEqual(only({ invited: 3, account: 1, error: 2 }))
    await finish(again.id)
    const mails = context.mail.mails.filter(
      ({ to, subject }) => to[0]?.endsWith(domain) && subject.startsWith('Seu convite'),
    )
    expect(mails.map(({ to }) => to[0]).toSorted()).toEqual(['incerta', 'nova', 'simples'].map(at))
    const { data } = await boss.get<AuditPage>('/audit/admin?entity=people-import')
    expect(data.items[0]).toMatchObject({ action: 'people-import.start', entityName: 'turma.csv' })
  })

  test('change plans of accounts and invitations by a later file, without another mail', async () => {
    const sure = await account('certa', true)
    const row = (plan: string) => [
      [at('nova'), 'Nova', plan, ''],
      [at('certa'), 'Certa', plan, ''],
    ]
    await finish((await preview(row(CREATOR_PLAN.displayName))).id)
    await context.mailsTo(at('nova'), 'invitation')
    const later = await preview(row(''), { defaultPlanId: BIG_PLAN.id, defaultUntil: '2030-06-30' })
    expect(later.counts).toEqual(only({ 'change-invitation': 1, 'change-plan': 1 }))
    await finish(later.id)
    expect(await givenTo(sure)).toEqual([BIG_PLAN.id, '2030-07-01'])
    const [open] = await db()
      .select()
      .from(invitations)
      .where(eq(invitations.email, at('nova')))
    expect(open).toMatchObject({ planId: BIG_PLAN.id, planUntil: '2030-06-30', mailDueAt: null })
    // Gratuito and an empty plan take nothing away.
    const free = await preview(row('Gratuito'))
    expect(free.counts).toEqual(only({ invited: 1, account: 1 }))
  })

  test('are not mailed when the house does not want it', async () => {
    await finish((await preview([[at('quieta'), 'Quieta', '', '']], { sendsMail: false })).id)
    const [open] = await db()
      .select()
      .from(invitations)
      .where(eq(invitations.email, at('quieta')))
    expect(open).toMatchObject({ mailDueAt: null, mailedAt: null })
  })
})

describe('an import', { timeout: 60_000 }, () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_none, index) => [at(`p${index}`), `Pessoa ${index}`, '', ''])

  test('goes on after a dead process, and two instances do each row once', async () => {
    const second = await startSecondInstance(context.app)
    try {
      const { id } = await preview(many(450), { sendsMail: false })
      await boss.post(`${PATH}/${id}/start`)
      const { deps } = context.app.server
      const workers = [deps, second.server.deps, deps, second.server.deps]
      await Promise.all(workers.map((each) => workBatch(each)))
      await context.app.restart()
      await eventually(async () => expect(await find(id)).toMatchObject({ status: 'done', done: 450 }))
      const invited = await db()
        .select()
        .from(invitations)
        .where(sql`email like ${`%@${domain}`}`)
      expect(invited).toHaveLength(450)
    } finally {
      await second.server.stop()
    }
  })

  test('is left alone while another instance works on it', async () => {
    const { id } = await preview(many(3), { sendsMail: false })
    const { deps } = context.app.server
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const holding = db().transaction(async (tx) => {
      await beginImport(tx, { importId: id, actor: { id: boss.userId, name: 'Dona' } })
      begun.resolve()
      await held.promise
    })
    await begun.promise
    expect(await workBatch(deps)).toBe(false)
    held.resolve()
    await holding
    const other = db().transaction(async (tx) => {
      expect(await lockRunning(tx)).toBeDefined()
      expect([await workBatch(deps), (await find(id)).done]).toEqual([false, 0])
    })
    await other
    await eventually(async () => expect((await find(id)).status).toBe('done'))
  })

  test('a batch that fails leaves none of its rows done', async () => {
    const { id } = await preview(many(3), { sendsMail: false })
    const { deps } = context.app.server
    await db().execute(
      sql`alter table invitations add constraint broken check (email not like ${sql.raw(`'p1@${domain}'`)})`,
    )
    await boss.post(`${PATH}/${id}/start`)
    await expect(workBatch(deps)).rejects.toThrow()
    expect(await db().$count(peopleImportRows, isNotNull(peopleImportRows.doneAt))).toBe(0)
    await db().execute(sql`alter table invitations drop constraint broken`)
    await eventually(async () => expect((await find(id)).status).toBe('done'))
  })

  test('runs alone, is canceled, and then frees the house', async () => {
    const [first, other] = [await preview(many(3)), await context.app.signUp('Outra')]
    await db().update(peopleImports).set({ createdBy: other.userId })
    const next = await preview(many(2))
    // As if another instance held it, so that it does not end at once.
    const held = Promise.withResolvers<void>()
    const holding = db().transaction(async (tx) => {
      await tx.select().from(peopleImports).where(eq(peopleImports.id, first.id))
      await tx.update(peopleImports).set({ status: 'running' }).where(eq(peopleImports.id, first.id))
      await held.promise
    })
    const refused = boss.post(`${PATH}/${next.id}/start`)
    held.resolve()
    await holding
    expect((await refused).status).toBe(409)
    await boss.post(`${PATH}/${first.id}/cancel`)
    expect(['canceled', 'done']).toContain((await find(first.id)).status)
    expect((await boss.post(`${PATH}/${first.id}/cancel`)).status).toBe(409)
    expect((await boss.call('PATCH', `/api/v1${PATH}/${first.id}`, { columns: COLUMNS })).status).toBe(409)
    await finish(next.id)
  })

  test('starts only after a recent proof of identity', async () => {
    const { id } = await preview(many(1))
    await db().update(sessions).set({ provedAt: sql`now() - interval '1 hour'` })
    expect((await boss.post(`${PATH}/${id}/start`)).error.code).toBe('STEP_UP_REQUIRED')
    await boss.signIn(boss)
  })

  test('is forgotten with an account, and after a month', async () => {
    const sure = await account('certa', true)
    const { id } = await preview([
      [at('certa'), 'Certa', '', ''],
      [at('nova'), 'Nova', '', ''],
    ])
    await sure.call('POST', '/api/auth/delete-user', { password: 'senha-segura-1' })
    expect((await rowsOf(id)).map(({ email }) => email)).toEqual([at('nova')])
    await db().update(peopleImports).set({ createdAt: sql`now() - interval '31 days'` })
    await purgeImports(db())
    expect(await db().$count(peopleImportRows)).toBe(0)
  })
})

describe('a hostile file', { timeout: 120_000 }, () => {
  test.each([
    ['no text', Buffer.from([0, 1, 2, 3, 0])],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004xl/workbook.xml')],
    ['nothing but a header', Buffer.from('nome;e-mail\n')],
    ['a quote without end', Buffer.from(`nome;e-mail\n"${'a'.repeat(500_000)}`)],
    ['a line without end', Buffer.alloc(1_000_000, 'a')],
    ['20,000 quotes', Buffer.from('"'.repeat(20_001))],
  ])('with %s is refused with a sentence', async (_name, bytes) => {
    const reply = await send(new Uint8Array(bytes))
    expect([reply.status, Object.keys(reply.error.details ?? {})]).toEqual([400, ['file']])
    expect(await db().$count(peopleImports)).toBe(0)
  })

  test('of 200 MB is refused at two, and the connection ends', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(97)
    const form = new FormData()
    form.append('file', new Blob(Array.from({ length: 200 }, () => chunk)), 'grande.csv')
    // The server may close before the client has sent all of it.
    const reply = await boss.post(PATH, form).catch(() => ({ status: 413 }))
    expect(reply.status).toBe(413)
    expect(await db().$count(peopleImports)).toBe(0)
  })

  test('with 10,000 doubles of an address invites it once', async () => {
    const rows = Array.from({ length: PEOPLE_LIMITS.importRows }, () => [at('ana'), 'Ana', '', ''])
    const planned = await preview(rows)
    expect(planned.counts).toEqual(only({ invite: 1, error: PEOPLE_LIMITS.importRows - 1 }))
    expect(await finish(planned.id)).toMatchObject({ done: PEOPLE_LIMITS.importRows })
    expect(await db().$count(invitations, eq(invitations.email, at('ana')))).toBe(1)
  })

  test('with formulas is data here, and escaped in the export', async () => {
    const rows = ['=cmd', '+1', '-1', '@sum'].map((name, index) => [at(`f${index}`), name, '', ''])
    await finish((await preview(rows)).id)
    const mail = (await context.mailsTo(at('f0'), 'invitation'))[0]
    const token = new URL(mail?.links.find((it) => it.includes('convite=')) ?? '').searchParams.get('convite')
    const body = { token, name: '=cmd', password: 'senha-boa-do-teste-1', termsAccepted: true }
    expect((await context.app.visitor().post('/invitations/accept', body)).status).toBe(200)
    const csv = await (await boss.fetch('GET', `/api/v1/users/admin/export?q=${domain}`)).text()
    expect(csv).toContain(`"'=cmd"`)
  })

  test('with wrong columns or plans is refused when they are confirmed', async () => {
    const { id } = await preview([[at('ana'), 'Ana', '', '']])
    for (const over of [
      { columns: { ...COLUMNS, email: 40 } },
      { columns: { ...COLUMNS, name: 0 } },
      { columns: { ...COLUMNS, email: -1 } },
      { defaultPlanId: randomUUID() },
      { defaultUntil: '2030-01-01' },
    ]) {
      expect((await prepare(id, over)).status).toBe(400)
    }
  })
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminNotice, AdminNoticesPage, Notice, NoticeDismissal } from '#shared/contract/notices.ts'
import { noticeDismissals, notices } from '../../db/schema/index.ts'
import { FREE_PLAN_ID, seedPlans } from '../../db/seed/plans.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const CREATOR = seedPlans.find(({ name }) => name === 'creator')?.id ?? ''

let app: TestApp
let boss: TestClient
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Ada')
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const post = (body: object) => boss.post<AdminNotice>('/notices/admin', body)
const make = async (body: object = {}): Promise<AdminNotice> => {
  const { status, data } = await post({ content: `Aviso ${randomUUID()}`, ...body })
  expect(status).toBe(201)
  return data
}
const change = (id: string, body: object) =>
  boss.call<AdminNotice>('PATCH', `/api/v1/notices/admin/${id}`, body)
const seenBy = async (client: TestClient) => (await client.get<Notice[]>('/notices')).data
const idsOf = async (client: TestClient) => (await seenBy(client)).map(({ id }) => id)
const dismiss = (client: TestClient, id: string) =>
  client.call<NoticeDismissal>('PUT', `/api/v1/notices/${id}/dismissal`)
const clear = () => db().delete(notices)

describe('the notices of a user', () => {
  test('are the current ones: not future, ended or deleted', async () => {
    await clear()
    const live = await make({ tone: 'success', linkLabel: 'Ver', linkUrl: '/app/tutoriais' })
    await make({ startsAt: inHours(1) })
    const over = await make({ startsAt: inHours(-2) })
    await change(over.id, { endsAt: inHours(-1) })
    const gone = await make()
    await boss.call('DELETE', `/api/v1/notices/admin/${gone.id}`)
    const bounded = await make({ startsAt: inHours(-1), endsAt: inHours(1) })
    expect(await seenBy(ana)).toEqual([
      { id: live.id, content: live.content, tone: 'success', linkLabel: 'Ver', linkUrl: '/app/tutoriais' },
      { id: bounded.id, content: bounded.content, tone: 'info', linkLabel: null, linkUrl: null },
    ])
  })

  test('are those for their plan, which is the highest of their subscriptions', async () => {
    await clear()
    const [free, paid, all] = [
      await make({ planId: FREE_PLAN_ID }),
      await make({ planId: CREATOR }),
      await make(),
    ]
    const bia = await app.signUp('Bia')
    expect((await idsOf(bia)).toSorted()).toEqual([free.id, all.id].toSorted())
    // The free plan's subscription stays, but is not the user's effective plan.
    await boss.call('PATCH', `/api/v1/users/admin/${bia.userId}`, { planId: CREATOR })
    expect((await idsOf(bia)).toSorted()).toEqual([paid.id, all.id].toSorted())
    // A notice of another plan can't be dismissed.
    expect((await dismiss(bia, free.id)).status).toBe(404)
    expect((await dismiss(bia, paid.id)).status).toBe(200)
  })

  test('start with urgent ones, then the newest, ten at most', async () => {
    await clear()
    for (let hour = 12; hour > 0; hour -= 1) {
      await make({ content: `Há ${hour} horas`, startsAt: inHours(-hour) })
    }
    const old = await make({ content: 'Urgente', tone: 'warning', startsAt: inHours(-48) })
    const seen = await seenBy(ana)
    expect(seen).toHaveLength(10)
    expect(seen[0]?.id).toBe(old.id)
    expect(seen.slice(1, 3).map(({ content }) => content)).toEqual(['Há 1 horas', 'Há 2 horas'])
  })

  test('stay dismissed for that user, and visible for others', async () => {
    await clear()
    const { id } = await make()
    const bia = await app.signUp('Bia')
    const first = await dismiss(ana, id)
    expect([first.status, first.data.noticeId]).toEqual([200, id])
    const again = await Promise.all([1, 2, 3].map(() => dismiss(ana, id)))
    for (const { status, data } of again) expect([status, data]).toEqual([200, first.data])
    expect(await db().$count(noticeDismissals, eq(noticeDismissals.noticeId, id))).toBe(1)
    expect(await idsOf(ana)).toEqual([])
    expect(await idsOf(bia)).toEqual([id])
    expect((await boss.get<AdminNotice>(`/notices/admin/${id}`)).data.dismissalCount).toBe(1)
  })

  test('can be dismissed just after their end, but not before their start or after deletion', async () => {
    const { id } = await make({ startsAt: inHours(-2) })
    await change(id, { endsAt: inHours(-1) })
    expect((await dismiss(ana, id)).status).toBe(200)
    const later = await make({ startsAt: inHours(1) })
    expect((await dismiss(ana, later.id)).status).toBe(404)
    await boss.call('DELETE', `/api/v1/notices/admin/${id}`)
    expect((await dismiss(ana, id)).status).toBe(404)
    expect((await dismiss(ana, randomUUID())).status).toBe(404)
    expect((await dismiss(ana, 'x')).status).toBe(400)
  })

  test('lose their dismissals when the account is deleted', async () => {
    const bia = await app.signUp('Bia')
    const { id } = await make()
    await dismiss(bia, id)
    await bia.call('POST', '/api/auth/delete-user', { password: bia.password })
    expect(await db().$count(noticeDismissals, eq(noticeDismissals.noticeId, id))).toBe(0)
  })
})

describe('administrators', () => {
  test('search notices by words and state, in pages, latest start first', async () => {
    await clear()
    const live = await make({ content: 'Manutenção de sábado', startsAt: inHours(-1) })
    const later = await make({ content: 'Novo tutorial', startsAt: inHours(5), planId: CREATOR })
    const over = await make({ content: '100% pronto_já', startsAt: inHours(-9) })
    await change(over.id, { endsAt: inHours(-8) })
    const list = async (query = '') => {
      const { data } = await boss.get<AdminNoticesPage>(`/notices/admin${query}`)
      return data
    }
    const idsIn = async (query: string) => (await list(query)).items.map(({ id }) => id)
    expect((await list()).items.map(({ id, state }) => [id, state])).toEqual([
      [later.id, 'scheduled'],
      [live.id, 'live'],
      [over.id, 'ended'],
    ])
    expect((await list()).items[0]?.plan).toMatchObject({ name: 'creator', displayName: 'Criador' })
    expect(await idsIn('?state=ended')).toEqual([over.id])
    expect(await idsIn('?q=MANUTENCAO')).toEqual([live.id])
    expect(await idsIn('?q=%25')).toEqual([over.id])
    const first = await list('?limit=2')
    expect(first.hasMore).toBe(true)
    expect((await list(`?limit=2&cursor=${first.nextCursor}`)).items.map(({ id }) => id)).toEqual([over.id])
    for (const query of ['?cursor=x', '?state=x', '?limit=0', '?nope=1']) {
      expect((await boss.get(`/notices/admin${query}`)).status).toBe(400)
    }
  })

  test('keep the fields that a change omits, and can’t store half a link', async () => {
    const made = await make({ linkLabel: 'Ver', linkUrl: 'https://exemplo.com.br/novo', planId: CREATOR })
    const { data } = await change(made.id, { content: '  Outro texto  ' })
    expect(data).toMatchObject({ content: 'Outro texto', linkUrl: made.linkUrl, plan: made.plan })
    for (const [body, field] of [
      [{ linkUrl: null }, 'linkUrl'],
      [{ linkLabel: '' }, 'linkLabel'],
      [{ endsAt: made.startsAt }, 'endsAt'],
      [{ planId: randomUUID() }, 'planId'],
    ] as const) {
      const { status, error } = await change(made.id, { content: 'Não fica', ...body })
      expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
    }
    expect((await boss.get<AdminNotice>(`/notices/admin/${made.id}`)).data).toEqual(data)
    const bare = await change(made.id, { linkUrl: null, linkLabel: null, planId: null })
    expect(bare.data).toMatchObject({ linkUrl: null, linkLabel: null, plan: null })
  })

  test.each([
    [{ content: '' }, 'content'],
    [{ content: 'x'.repeat(501) }, 'content'],
    [{ content: 'a\u0000b' }, 'content'],
    [{ content: 7 }, 'content'],
    [{ tone: 'loud' }, 'tone'],
    [{ linkLabel: 'Ver' }, 'linkUrl'],
    [{ linkUrl: '/app' }, 'linkLabel'],
    [{ linkLabel: 'x'.repeat(61), linkUrl: '/app' }, 'linkLabel'],
    [{ linkLabel: 'a\nb', linkUrl: '/app' }, 'linkLabel'],
    [{ planId: 'x' }, 'planId'],
    [{ planId: randomUUID() }, 'planId'],
    [{ startsAt: 'hoje' }, 'startsAt'],
    [{ startsAt: '1999-01-01T00:00:00Z' }, 'startsAt'],
    [{ endsAt: '2020-01-01T00:00:00Z' }, 'endsAt'],
    [{ startsAt: '2090-01-02T00:00:00Z', endsAt: '2090-01-01T00:00:00Z' }, 'endsAt'],
    [{ state: 'live' }, 'state'],
    [{ id: randomUUID() }, 'id'],
  ])('may not set %j', async (body, field) => {
    const before = await db().$count(notices)
    const { status, error } = await post({ content: 'Aviso', ...body })
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
    expect(await db().$count(notices)).toBe(before)
  })

  test('get 404 for a missing notice', async () => {
    const { id } = await make()
    expect((await boss.call('DELETE', `/api/v1/notices/admin/${id}`)).data).toMatchObject({ id })
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { tone: 'info' }],
      ['DELETE', undefined],
    ] as const) {
      const { status, error } = await boss.call(method, `/api/v1/notices/admin/${id}`, body)
      expect([status, error.message]).toEqual([404, 'Não encontramos esse aviso.'])
    }
    expect((await change(id, {})).status).toBe(400)
  })
})

describe('A29 the link of a notice', () => {
  const BAD = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://exemplo.com.br/x',
    'file:///etc/passwd',
    'http://exemplo.com.br',
    '//mal.exemplo',
    '/\\mal.exemplo',
    '/app//mal.exemplo',
    '/%2f/mal.exemplo',
    '/app\r\nX: y',
    'https://',
    'https://localhost',
    'https://ana:senha@exemplo.com.br',
    'https://exemplo.com.br@mal.exemplo',
    'https:\\\\mal.exemplo',
    'https://exemplo.com.br/a b',
    'https://exemplo.com.br/\u0000',
    'mailto:a@b.co',
    'app/tutoriais',
    `https://exemplo.com.br/${'x'.repeat(500)}`,
  ]

  test.each(BAD)('%j is refused when written, and omitted when read', async (linkUrl) => {
    const made = await make()
    for (const reply of [
      await post({ content: 'Aviso', linkLabel: 'Ver', linkUrl }),
      await change(made.id, { linkLabel: 'Ver', linkUrl }),
    ]) {
      expect([linkUrl, reply.status, Object.keys(reply.error.details ?? {})]).toEqual([
        linkUrl,
        400,
        ['linkUrl'],
      ])
    }
    if (linkUrl.includes('\u0000')) return
    // Inserted directly into the table.
    await clear()
    await db().insert(notices).values({ content: 'De fora', linkLabel: 'Ver', linkUrl: linkUrl.trim() })
    const [seen] = await seenBy(ana)
    const isOnlyLong = linkUrl.length > 500
    expect(seen).toMatchObject(isOnlyLong ? { linkLabel: 'Ver' } : { linkLabel: null, linkUrl: null })
  })

  test.each([
    '/app/tutoriais',
    '/app?q=https://exemplo.com.br',
    '/terms',
    'https://exemplo.com.br/caminho?x=1#fim',
    'HTTPS://www.youtube.com/@elenco',
  ])('%s is accepted', async (linkUrl) => {
    expect(await make({ linkLabel: 'Ver', linkUrl })).toMatchObject({ linkUrl })
  })
})

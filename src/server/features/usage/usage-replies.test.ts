import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UsageRepliesPage, type UsageReply } from '#shared/contract/usage.ts'
import { modelPrices, pastModelPrices } from '../../db/schema/index.ts'
import { dayAfter, exchange, inSaoPaulo, makeAgent, makeWriter } from '../../testing/factories/usage.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const DAY = '2026-03-10'
const OPENAI = { usedModel: 'openai', modelName: 'gpt-um' } as const

let app: TestApp
let ana: TestClient
let [lia, one, other] = ['', '', '']
/** Reply ids by name, newest first. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  const { db } = app.server.deps
  lia = await makeWriter(db, inSaoPaulo(DAY), 'Lia Prado')
  one = await makeAgent(db, 'Um agente')
  other = await makeAgent(db, 'Outro agente')
  const write = async (name: string, at: Date, reply: Partial<Parameters<typeof exchange>[1]> = {}) => {
    const { replyId } = await exchange(db, { userId: lia, agentId: one, at, ...OPENAI, ...reply })
    ids[name] = replyId
  }
  await write('before', inSaoPaulo(dayAfter(DAY, -1), '23:59:59.999'))
  await write('first', inSaoPaulo(DAY, '00:00:00.000'), {
    ...{ nTokens: 100, nCachedTokens: 20, nOutputTokens: 30, firstTokenMs: 412 },
  })
  await write('failed', inSaoPaulo(DAY, '08:00:00.000'), {
    ...{ usedModel: null, modelName: null, status: 'error', errorCode: 'provider_down', content: '' },
  })
  await write('own', inSaoPaulo(DAY, '09:00:00.000'), { agentId: other, ownKey: true })
  await write('cut', inSaoPaulo(DAY, '10:00:00.000'), {
    ...{ usedModel: 'google', modelName: 'gemini-um', status: 'interrupted', errorCode: 'stall' },
  })
  await write('stopped', inSaoPaulo(DAY, '11:00:00.000'), { status: 'stopped', agentId: other })
  await write('stoppedLater', inSaoPaulo(DAY, '11:00:00.000'), { status: 'stopped' })
  await write('demo', inSaoPaulo(DAY, '12:00:00.000'), { usedModel: null, modelName: 'demo' })
  await write('liked', inSaoPaulo(DAY, '13:00:00.000'), {
    ...{ modelName: null, feedback: 'up', feedbackAt: inSaoPaulo(dayAfter(DAY, 1), '00:00:00.000') },
  })
  await write('disliked', inSaoPaulo(DAY, '23:59:59.999'), {
    ...{ feedback: 'down', feedbackReason: 'Curta', feedbackAt: inSaoPaulo(dayAfter(DAY, 5)) },
  })
  await write('after', inSaoPaulo(dayAfter(DAY, 1), '00:00:00.000'))
  await write('running', inSaoPaulo(dayAfter(DAY, 1), '01:00:00.000'), { status: 'running' })
})
afterAll(() => app.close())

const list = async (query: string) => {
  const { status, data, error } = await ana.get<UsageRepliesPage>(`/usage/admin/replies${query}`)
  if (status !== 200) throw new Error(JSON.stringify(error))
  return UsageRepliesPage.parse(data)
}
const nameOf = ({ id }: UsageReply) => Object.keys(ids).find((name) => ids[name] === id)
const names = async (query: string) => (await list(query)).items.map(nameOf)
const onDay = `from=${DAY}&to=${DAY}`
const twins = () => ['stopped', 'stoppedLater'].sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? 1 : -1))

describe('the replies behind the figures', () => {
  test('come newest first, by days of São Paulo, without running ones', async () => {
    expect(await names('')).toEqual([
      ...['after', 'disliked', 'liked', 'demo', ...twins(), 'cut', 'own', 'failed', 'first', 'before'],
    ])
    expect(await names(`?${onDay}`)).toEqual([
      ...['disliked', 'liked', 'demo', ...twins(), 'cut', 'own', 'failed', 'first'],
    ])
    expect(await names(`?to=${dayAfter(DAY, -1)}`)).toEqual(['before'])
    expect(await names(`?from=${dayAfter(DAY, 1)}`)).toEqual(['after'])
    expect(await names('?status=running')).toEqual(['running'])
  })

  test('show user and cost, but no text', async () => {
    const reply = (await list(`?${onDay}`)).items.find((it) => nameOf(it) === 'first')
    expect(reply).toEqual({
      id: ids.first,
      createdAt: inSaoPaulo(DAY, '00:00:00.000').toISOString(),
      ...{ status: 'done', errorCode: null, finishReason: null, provider: 'openai', model: 'gpt-um' },
      agent: { id: one, name: 'Um agente' },
      person: { id: lia, name: 'Lia Prado' },
      ...{ isOwnKey: false, nTokens: 100, nCachedTokens: 20, nOutputTokens: 30, firstTokenMs: 412 },
      costUsd: null,
      ...{ rating: null, ratedAt: null },
    })
    const raw = JSON.stringify((await ana.get('/usage/admin/replies')).body)
    expect(raw).not.toMatch(/Como vendo mais|Ouça quem compra|Curta|content|chatId|@/)
  })

  test('cost what their model cost on their day', async () => {
    const { db } = app.server.deps
    const priced = { provider: 'openai', model: 'gpt-um', cachedInputPrice: '0', outputPrice: '0' } as const
    await db.insert(modelPrices).values({ ...priced, inputPrice: '2000' })
    const ended = { ...priced, inputPrice: '1000', until: dayAfter(DAY, 1) }
    await db.insert(pastModelPrices).values(ended)
    const costOn = async (day: string) =>
      (await list(`?from=${day}&to=${day}&model=gpt-um`)).items.find((it) => it.nTokens === 100)?.costUsd
    expect(await costOn(DAY)).toBe('0.050000')
    const later = dayAfter(DAY, 20)
    await exchange(db, {
      ...{ userId: lia, agentId: one, at: inSaoPaulo(later), ...OPENAI },
      ...{ nTokens: 100, nCachedTokens: 20, nOutputTokens: 30 },
    })
    expect(await costOn(later)).toBe('0.100000')
    await db.delete(modelPrices)
    await db.delete(pastModelPrices)
  })

  test.each([
    ['status=error', ['failed']],
    ['status=interrupted', ['cut']],
    ['status=done&agentId={other}', ['own']],
    ['provider=openai&model=', ['liked']],
    ['provider=none', ['failed']],
    ['provider=demo&model=demo', ['demo']],
    ['model=gemini-um', ['cut']],
    ['model=gpt-um&status=done', ['disliked', 'own', 'first']],
    ['agentId={other}&status=stopped', ['stopped']],
    ['rating=up', []],
    [`status=stopped&model=gpt-%25`, []],
  ])('are found by %s', async (query, expected) => {
    expect(await names(`?${onDay}&${query.replace('{other}', other)}`)).toEqual(expected)
  })

  test('are found by rating on the day of the rating', async () => {
    const next = dayAfter(DAY, 1)
    expect(await names(`?rating=up&from=${next}&to=${next}`)).toEqual(['liked'])
    expect(await names('?rating=down')).toEqual(['disliked'])
    expect(await names(`?rating=down&to=${next}`)).toEqual([])
    expect((await list('?rating=up')).items[0]).toMatchObject({
      rating: 'up',
      ratedAt: '2026-03-11T03:00:00.000Z',
    })
  })

  test.each(['', '&status=stopped', '&rating=up', '&status=done'])(
    'are paged in the same order, each once: %s',
    async (filter) => {
      const whole = await names(`?limit=100${filter}`)
      const paged: unknown[] = []
      for (let cursor = ''; ; ) {
        const page = await list(`?limit=1${filter}${cursor}`)
        paged.push(...page.items.map(nameOf))
        if (!page.hasMore) break
        cursor = `&cursor=${page.nextCursor}`
      }
      expect(paged).toEqual(whole)
      expect(whole.length).toBeGreaterThan(0)
    },
  )

  test('are found although the clock of a device or another server was behind', async () => {
    const { db } = app.server.deps
    const at = inSaoPaulo(dayAfter(DAY, 40), '00:00:00.000')
    // The id was made five minutes before the day began, by a clock that is behind.
    const early = at.getTime() - 5 * 60_000
    const id = `${early
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})(.{4})$/, '$1-$2')}-7000-8000-000000000000`
    await exchange(db, { userId: lia, agentId: one, at, id, ...OPENAI })
    const day = dayAfter(DAY, 40)
    expect((await list(`?from=${day}&to=${day}`)).items.map((it) => it.id)).toEqual([id])
    expect((await list(`?to=${dayAfter(day, -1)}`)).items.map((it) => it.id)).not.toContain(id)
  })

  test.each([
    ['from=2026-02-30', 'from'],
    ['to=ontem', 'to'],
    ['status=queued', 'status'],
    ['rating=ok', 'rating'],
    ['provider=anthropic', 'provider'],
    ['agentId=1', 'agentId'],
    [`model=${'m'.repeat(121)}`, 'model'],
    ['limit=101', 'limit'],
    ['cursor=abc', 'cursor'],
    [
      `cursor=${Buffer.from(JSON.stringify(['1900-01-01T00:00:00.000Z', randomUUID()])).toString('base64url')}`,
      'cursor',
    ],
    ['userId=1', 'userId'],
  ])('are refused with %s', async (query, field) => {
    const { status, error } = await ana.get(`/usage/admin/replies?${query}`)
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
  })
})

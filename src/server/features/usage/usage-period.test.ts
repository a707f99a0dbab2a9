import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Usage } from '#shared/contract/usage.ts'
import { activityDays, agents, cohortWeeks, paidMonths, usageDays } from '../../db/schema/index.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { dayAfter, saoPauloToday } from '../../testing/factories/usage.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const today = saoPauloToday()
const ago = (days: number) => dayAfter(today, -days)
const row = { provider: 'openai', model: 'gpt-um', isOwnKey: false }

describe('a period', () => {
  test.each(['0', '366', '7d', ''])('called %j is none', async (range) => {
    const { status, error } = await ana.get(`/usage/admin?range=${range}`)
    expect([status, error.details]).toEqual([400, { range: 'Período inválido' }])
  })

  test.each([
    ['from=2026-01-01', 'Escolha as duas datas'],
    ['to=2026-01-01', 'Escolha as duas datas'],
    ['from=2026-02-01&to=2026-01-31', 'A data final vem antes da inicial'],
    ['from=2025-01-01&to=2026-01-02', 'Escolha no máximo 366 dias de cada vez'],
    ['from=0001-01-01&to=0001-01-02', 'Escolha datas a partir do ano 2000'],
    ['from=2026-02-30&to=2026-03-01', 'Data inválida'],
  ])('of the days %s is none', async (query, text) => {
    const { status, error } = await ana.get(`/usage/admin?${query}`)
    expect([status, Object.values(error.details ?? {})]).toEqual([400, [text]])
  })

  test('is a spreadsheet per table, without formulas', async () => {
    await db().update(agents).set({ name: '=1+1' }).where(eq(agents.id, agentId))
    await db()
      .insert(usageDays)
      .values([{ ...row, day: today, agentId, messages: 3, replies: 2, interrupted: 1, nTokens: 1_500_000 }])
    const price = {
      provider: 'openai',
      model: 'gpt-um',
      inputPrice: '1',
      cachedInputPrice: '1',
      outputPrice: '1',
    }
    const { version } = (await ana.get<{ version: string }>('/usage/admin/prices')).data
    await ana.call('PUT', '/api/v1/usage/admin/prices', { version, prices: [price] })
    await ana.call('PUT', '/api/v1/usage/admin/exchange-rate', { version: 0, brlPerUsd: '5.5' })
    const linesOf = async (table: string) => {
      const response = await ana.fetch('GET', `/api/v1/usage/admin/export?table=${table}&range=7`)
      expect(response.headers.get('content-disposition')).toContain(`-${ago(6)}-a-${today}.csv`)
      return (await response.text()).trim().split('\r\n')
    }
    const days = await linesOf('days')
    expect(days).toHaveLength(8)
    expect(days[0]).toMatch(/^"Dia";"Mensagens";"Pessoas ativas";/)
    const amounts = '"1500000";"0";"0";"0";"1,500000";"8,25";"0"'
    expect(days[7]).toContain(`"${today}";"3";"0";"0";"2";"0";"1";"0";${amounts}`)
    const totals = await linesOf('totals')
    expect(totals[0]).toBe('"Número";"No período";"No período anterior"')
    expect(totals).toContain('"Mensagens";"3";""')
    expect(totals).toContain('"Custo em R$";"8,25";""')
    expect(totals).toContain('"Custo sem plano em US$";"1,500000";""')
    expect(totals.at(-1)).toMatch(/^"(Previsão do mês|Custo sem plano) em R\$";/)
    expect((await linesOf('agents'))[1]).toMatch(/^"'=1\+1";"3";"2"/)
    expect((await linesOf('models'))[1]).toMatch(/^"openai";"gpt-um";"2"/)
    expect((await linesOf('purposes'))[1]).toMatch(/^"Respostas";"2";"1500000"/)
    expect(await linesOf('plans')).toHaveLength(4)
    expect((await ana.get('/usage/admin/export?table=users')).status).toBe(400)
  })

  test('of people over time is a spreadsheet per table', async () => {
    const monday = dayAfter(today, -7 - ((new Date(today).getUTCDay() + 6) % 7))
    await db()
      .insert(activityDays)
      .values({ day: monday, newUsers: 4, active1: 0, active7: 0, active30: 0, active90: 0 })
    await db().insert(cohortWeeks).values({ cohort: monday, week: monday, active: 3 })
    await db()
      .insert(paidMonths)
      .values({ month: `${today.slice(0, 8)}01`, active: 8, kept: 6 })
    const linesOf = async (table: string) => {
      const response = await ana.fetch('GET', `/api/v1/usage/admin/export?table=${table}&range=7`)
      return (await response.text()).trim().split('\r\n').slice(1)
    }
    expect(await linesOf('cohorts')).toEqual([`"${monday}";"4";"0";"3";"0,7500"`])
    expect(await linesOf('churn')).toEqual([`"${today.slice(0, 8)}01";"8";"2";"0,2500";"sim"`])
    expect((await linesOf('conversions')).map((line) => line.split(';')[0])).toEqual([
      ...['"Criaram a conta"', '"Escreveram"', '"Compraram um plano"'],
    ])
  })

  test('has thirty days by default', async () => {
    expect((await ana.get<Usage>('/usage/admin')).data.days).toHaveLength(30)
  })
})

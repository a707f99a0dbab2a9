import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { connect } from '#server/db/connect.ts'
import { webhookEvents } from '#server/db/schema/index.ts'
import { createLogger } from '#server/log.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import type { Plan } from '#shared/contract/plans.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, test } from './helpers/fixtures.ts'
import { fits, looks } from './helpers/viewports.ts'

const TOKEN = 'canario-do-token-da-hubla'
const DAY_MS = 86_400_000

// A server of its own, so that every event is known.
test.use({
  variables: {
    HUBLA_WEBHOOK_TOKEN: TOKEN,
    STRIPE_SECRET_KEY: 'sk_test_canario_da_chave',
    STRIPE_WEBHOOK_SECRET: 'whsec_canario_do_segredo',
  },
})

const DOCUMENT = '123.456.789-09'
const PHONE = '+5511987654321'
const OFFER = { id: 'oferta-anual', name: 'Elenco Criador anual' }
const PRODUCT = { id: 'produto-elenco', name: 'Elenco' }

type Purchase = { email: string; subscriptionId: string }

/** Hubla's event after a purchase. */
function memberAdded({ email, subscriptionId }: Purchase) {
  const now = new Date().toISOString()
  return {
    type: 'customer.member_added',
    version: '2.0.0',
    event: {
      product: PRODUCT,
      products: [{ ...PRODUCT, offers: [{ ...OFFER, cohorts: [] }] }],
      subscription: {
        id: subscriptionId,
        sellerId: 'vendedor-1',
        payerId: 'pagador-1',
        type: 'recurring',
        status: 'active',
        version: 1,
        billingCycleMonths: 12,
        autoRenew: true,
        activatedAt: now,
        modifiedAt: now,
        createdAt: now,
      },
      user: { id: 'membro-1', firstName: 'Bia', lastName: 'Lima', document: DOCUMENT, email, phone: PHONE },
    },
  }
}

/** Sends an event like Hubla; returns the result. */
async function deliver(page: Page, body: unknown): Promise<string> {
  const answer = await page.request.post('/api/webhooks/hubla', {
    headers: { 'x-hubla-token': TOKEN, 'x-hubla-idempotency': randomUUID() },
    data: body,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: { state: string } }).data.state
}

/** Maps the offer to a plan as an administrator; idempotent. */
async function map(page: Page, origin: string): Promise<void> {
  const { data } = (await (await page.request.get('/api/v1/plans')).json()) as { data: Plan[] }
  const planId = data.find(({ name }) => name === 'creator')?.id
  const answer = await page.request.post('/api/v1/webhooks/admin/mappings', {
    headers: { Origin: origin },
    data: { provider: 'hubla', kind: 'offer', externalId: OFFER.id, planId },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Inserts events that no provider could send. */
async function store(server: ServerProcess, rows: (typeof webhookEvents.$inferInsert)[]): Promise<void> {
  const { db, close } = connect({ connectionString: server.databaseUrl }, createLogger('silent'))
  try {
    await db.insert(webhookEvents).values(rows)
  } finally {
    await close()
  }
}

const table = (page: Page) => page.getByRole('table', { name: 'Eventos, do mais novo para o mais antigo' })
const rows = (page: Page): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const unmapped = (page: Page) => page.getByRole('region', { name: 'Vendas sem plano' })
const alerts = (page: Page) => page.getByRole('list', { name: 'Webhooks que precisam de você' })
const outcome = (page: Page) => page.getByRole('region', { name: 'O que aconteceu com ele' })
const payload = (page: Page) => page.getByRole('region', { name: 'O que veio' })

test('a sale of an unmapped item is parked, shown without document numbers, and mapped to its plan', {
  tag: '@smoke',
}, async ({ page, server, admin }) => {
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin')
  await page.getByRole('navigation', { name: 'Administração' }).getByRole('link', { name: 'Vendas' }).click()
  await expect(page.getByRole('heading', { name: 'Nada chegou ainda' })).toBeVisible()
  await expect(page.getByText(`${server.url}/api/webhooks/hubla`)).toBeVisible()

  const email = 'bia.lima@exemplo.com.br'
  expect(await deliver(page, memberAdded({ email, subscriptionId: 'assinatura-1' }))).toBe('parked')
  expect(await deliver(page, { type: 'lead.abandoned_checkout', version: '2.0.0', event: {} })).toBe(
    'ignored',
  )
  await page.goto('/app/admin')
  await alerts(page).getByRole('link', { name: 'Ver o que espera' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByLabel('Situação')).toHaveValue('parked')
  await page.getByLabel('Situação').selectOption('Todas')
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('Tipo').selectOption('lead.abandoned_checkout')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('Sem efeito')
  await page.getByLabel('Tipo').selectOption('Todos os tipos')
  await page.getByLabel('Buscar eventos').fill('BIA.lima')
  await expect(page).toHaveURL(/q=BIA/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('Acesso liberado')
  await expect(unmapped(page).getByRole('heading', { name: OFFER.name })).toBeVisible()
  await expectAccessible(page)
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await expect(rows(page)).toHaveCount(1)
    await fits(page)
  }

  // Complete, except for masked values; a retry changes nothing yet.
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Acesso liberado' })).toBeVisible()
  await expect(payload(page)).toContainText(OFFER.id)
  await expect(page.getByRole('main')).not.toContainText(DOCUMENT)
  await expect(page.getByRole('main')).not.toContainText(PHONE.slice(3))
  await expectAccessible(page)
  const retry = page.getByRole('button', { name: 'Processar de novo' })
  await retry.click()
  await expect(page.getByText('O evento continua esperando.')).toBeVisible()
  await expect(retry).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // The plan suggested by the offer's name: one press names who gets in, the next confirms.
  const choices = page.getByRole('group', { name: `Que plano é ${OFFER.name}?` })
  await choices.getByRole('button', { name: 'É o Criador' }).click()
  const sheet = page.getByRole('dialog', { name: `“${OFFER.name}” é o plano Criador?` })
  await expect(sheet.getByRole('list', { name: 'Quem comprou' })).toContainText(email)
  await expect(sheet).toContainText('até que o e-mail da compra seja confirmado em uma conta')
  await sheet.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText(`“${OFFER.name}” agora é o plano Criador. 1 evento processado.`)).toBeVisible()
  await expect(outcome(page)).toContainText('Recebido')
  await expect(outcome(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Plano Criador, ativa')
  // The next sale is mapped automatically.
  const next = memberAdded({ email: 'caio@exemplo.com.br', subscriptionId: 'assinatura-2' })
  expect(await deliver(page, next)).toBe('processed')
  await page.getByRole('link', { name: 'Ver os webhooks' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(unmapped(page)).toHaveCount(0)
  await expect(alerts(page)).toHaveCount(0)
  // The address to paste stays, also after the first event.
  await expect(page.getByText(`${server.url}/api/webhooks/hubla`)).toBeVisible()

  // The mapping is audited.
  await page.goto('/app/admin/auditoria?entity=webhook')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries.filter({ hasText: OFFER.name })).toHaveCount(1)
  await entries.getByRole('link', { name: 'Hubla customer.member_added' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Acesso liberado' })).toBeVisible()
})

test('the dashboard reports failures and silence, and a retry repairs a failed event', async ({
  page,
  server,
  admin,
}) => {
  await asAdministrator(page.request, server.url, admin)
  await map(page, server.url)
  const body = memberAdded({ email: 'davi@exemplo.com.br', subscriptionId: 'assinatura-3' })
  await store(server, [
    {
      provider: 'hubla',
      externalId: 'evento-que-falhou',
      type: body.type,
      rawBody: JSON.stringify(body),
      state: 'failed',
      attempts: 5,
      failure: 'O banco de dados caiu no meio.',
      externalSubscriptionId: 'assinatura-3',
      email: 'davi@exemplo.com.br',
      // Too old for automatic retries.
      createdAt: new Date(Date.now() - 4 * DAY_MS),
    },
    {
      provider: 'hubla',
      externalId: 'evento-esquecido',
      type: 'invoice.created',
      rawBody: '{}',
      state: 'received',
      createdAt: new Date(Date.now() - 5 * DAY_MS),
    },
    {
      provider: 'hubla',
      externalId: 'evento-sem-plano',
      type: body.type,
      rawBody: '{}',
      state: 'parked',
      // Enough rows to push those below them off a phone's screen.
      sold: ['natal', 'verao', 'pascoa', 'inverno', 'outono'].map((name) => ({
        kind: 'offer',
        externalId: `oferta-${name}`,
        name,
      })),
    },
    {
      provider: 'stripe',
      externalId: 'evt_antigo',
      type: 'invoice.paid',
      state: 'processed',
      attempts: 1,
      processedAt: new Date(Date.now() - 100 * DAY_MS),
      createdAt: new Date(Date.now() - 100 * DAY_MS),
    },
  ])
  await page.goto('/app/admin')
  await expect(alerts(page)).toContainText('O Stripe não manda nada há mais de sete dias.')
  await expect(alerts(page)).toContainText('2 eventos da Hubla não foram processados')
  await expectAccessible(page)
  // On a phone the failed events are far below the message, and scroll into view.
  await page.setViewportSize({ width: 390, height: 844 })
  await alerts(page).getByRole('link', { name: 'Ver o que falhou' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toBeInViewport()
  await expect(rows(page).first()).toContainText('O banco de dados caiu no meio.')
  await rows(page).first().getByRole('link').click()
  await expect(outcome(page)).toContainText('não é mais tentado sozinho')
  await page.getByRole('button', { name: 'Processar de novo' }).click()
  await expect(page.getByText('Evento processado. A compra espera quem comprou criar a conta.')).toBeVisible()
  await expect(outcome(page)).toContainText('na 6ª tentativa')

  // An event beyond the retention time has no payload.
  await page.getByRole('link', { name: 'Ver os webhooks' }).click()
  await expect(alerts(page)).toContainText('1 evento da Hubla não foi processado')
  await page.getByLabel('Provedor').selectOption('Stripe')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().getByRole('link').click()
  await expect(payload(page)).toContainText('O conteúdo foi apagado')
  await expect(page.getByRole('button', { name: 'Processar de novo' })).toHaveCount(0)
  await page.goto('/app/admin/webhooks/0199c3a5-0f0a-7c3e-9d2b-2f6f8f0f1a2b')
  await expect(page.getByRole('heading', { name: 'Este evento não existe' })).toBeVisible()
})

import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import type { AdminPlan, AdminPlansPage } from '#shared/contract/plans-admin.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { chooseFor } from './helpers/business.ts'
import { expect, expectAccessible, test } from './helpers/fixtures.ts'
import { moveByKeys } from './helpers/reorder.ts'
import { fits, looks } from './helpers/viewports.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Planos em ordem' }).getByRole('listitem')
const rowOf = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('button', { name: `Opções de ${name}`, exact: true }) })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Calls of plans with the session of this context. */
function plansOf(request: APIRequestContext, origin: string) {
  const headers = { Origin: origin }
  const list = async () => {
    const answer = await request.get('/api/v1/plans/admin?limit=100')
    return ((await answer.json()) as { data: AdminPlansPage }).data.items
  }
  const change = async ({ id, version }: AdminPlan, changes: object) => {
    const answer = await request.patch(`/api/v1/plans/admin/${id}`, {
      data: { version, ...changes },
      headers,
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  return {
    list,
    change,
    async find(displayName: string): Promise<AdminPlan> {
      const found = (await list()).find((plan) => plan.displayName === displayName)
      if (!found) throw new Error(`no plan is called ${displayName}`)
      return found
    },
    async make(data: object): Promise<void> {
      const body = { name: `turma_${randomUUID().slice(0, 8)}`, monthlyMessageLimit: 500, ...data }
      const answer = await request.post('/api/v1/plans/admin', { data: body, headers })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
    /** The server is shared by all tests, which must not see these plans for sale. */
    async takeAllFromSale(): Promise<void> {
      for (const plan of await list()) {
        if (plan.name.startsWith('turma_') && !plan.isArchived) await change(plan, { isArchived: true })
      }
    },
  }
}

test.describe('plans', () => {
  test.afterEach(async ({ playwright, server, admin }) => {
    const request = await playwright.request.newContext({ baseURL: server.url })
    await asAdministrator(request, server.url, admin)
    await plansOf(request, server.url).takeAllFromSale()
    await request.dispose()
  })

  test('a plan is created with codes, ordered, changed concurrently, and archived', {
    tag: '@smoke',
  }, async ({ page, server, admin }) => {
    const name = `Turma ${randomUUID().slice(0, 6)}`
    const plans = plansOf(page.request, server.url)
    await asAdministrator(page.request, server.url, admin)
    await page.goto('/app/admin')
    const ways = page.getByRole('navigation', { name: 'Administração' })
    await ways.getByRole('link', { name: 'Planos' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible()
    await expect(ways.getByRole('link', { name: 'Planos' })).toHaveAttribute('aria-current', 'page')
    await expect(rowOf(page, 'Criador')).toContainText(
      /2\.000 mensagens por mês · Abre (os|\d+ de) \d+ agentes/,
    )
    await expect(rowOf(page, 'Gratuito')).toContainText('Toda conta começa aqui')
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Novo plano' }).click()
    const create = page.getByRole('button', { name: 'Criar plano' })
    await create.click()
    await expect(page.getByText('Nome é obrigatório')).toBeVisible()
    await expect(field(page, 'Nome')).toBeFocused()
    await field(page, 'Nome').fill(name)
    const internal = field(page, 'Nome interno')
    await expect(internal).toHaveValue(name.toLowerCase().replace(' ', '_'))
    // It never fills itself under the cursor, nor over a name that was typed.
    await internal.fill('')
    await field(page, 'Nome').focus()
    await page.keyboard.press('Tab')
    await expect(internal).toBeFocused()
    await expect(internal).toHaveValue('')
    await internal.fill('meu_nome')
    await field(page, 'Nome').fill(`${name} X`)
    await expect(internal).toHaveValue('meu_nome')
    await internal.fill('')
    await field(page, 'Nome').fill(name)
    await expect(internal).toHaveValue(name.toLowerCase().replace(' ', '_'))
    await field(page, 'Descrição (opcional)').fill('Para quem lança.\nSuporte por e-mail.')
    await field(page, 'Preço (opcional)').fill('R$ 147 por mês')
    await field(page, 'Mensagens por mês').fill('3500')
    await field(page, 'Mensagens por dia (opcional)').fill('150')
    await field(page, 'Espaço por pessoa, em MB').fill('2.500')
    await field(page, 'Trechos no Acervo por pessoa').fill('40.000')
    const preview = page.getByRole('complementary', { name: 'Prévia' })
    const held = [
      '3.500 mensagens por mês',
      'Até 150 por dia',
      '2,5 GB de espaço',
      '40.000 trechos no Acervo',
    ]
    for (const text of [name, 'R$ 147 por mês', 'Suporte por e-mail.', ...held]) {
      await expect(preview).toContainText(text)
    }
    const checkout = field(page, 'Página de venda na Hubla (opcional)')
    await checkout.fill('javascript:alert(1)')
    await create.click()
    await expect(page.getByText('Use um endereço que comece com https://')).toBeVisible()
    await expect(checkout).toBeFocused()
    await checkout.fill('https://pay.hub.la/turma')

    const codes = page.getByRole('list', { name: 'Códigos deste plano' })
    await field(page, 'Código').fill(`of-${name.slice(6)}`)
    await field(page, 'Código').press('Enter')
    await expect(codes.getByRole('listitem')).toHaveText([/^Oferta da Hubla/])
    await expect(field(page, 'Código')).toHaveValue('')
    await field(page, 'Código de').selectOption('Produto da Hubla')
    await field(page, 'Código').fill(`prod-${name.slice(6)}`)
    await expectAccessible(page)
    // The draft survives, including a code that was typed but not added.
    await page.reload()
    await page.getByRole('button', { name: 'Continuar daqui' }).click()
    await expect(field(page, 'Código')).toHaveValue(`prod-${name.slice(6)}`)
    await create.click()
    await expect(page.getByText('Plano criado.')).toBeVisible()
    const row = rowOf(page, name)
    for (const text of ['R$ 147 por mês', '3.500 mensagens por mês', 'Ninguém', 'Falta ligar o pagamento']) {
      await expect(row).toContainText(text)
    }
    const stored = await plans.find(name)
    expect(stored).toMatchObject({ dailyMessageLimit: 150, storageMegabytes: 2_500, passageLimit: 40_000 })
    expect(stored.externals.map(({ kind }) => kind)).toEqual(['offer', 'product'])

    const before = (await plans.list()).map(({ id }) => id)
    await moveByKeys(page, name, { key: 'ArrowUp', places: [before.length, before.length - 1] })
    const wanted = [...before.slice(0, -2), stored.id, before.at(-2)]
    await expect.poll(async () => (await plans.list()).map(({ id }) => id)).toEqual(wanted)

    await row.getByRole('link').click()
    await field(page, 'Preço (opcional)').fill('R$ 197 por mês')
    await plans.change(stored, { description: 'Outra ideia', priceText: 'R$ 99 por mês' })
    const save = page.getByRole('button', { name: 'Salvar' })
    await save.click()
    await expect(page.getByText('Mudou nos dois lados: Preço.')).toBeVisible()
    await page.getByRole('button', { name: 'Continuar daqui' }).click()
    await expect(field(page, 'Descrição (opcional)')).toHaveValue('Outra ideia')
    await expect(field(page, 'Preço (opcional)')).toHaveValue('R$ 197 por mês')
    await save.click()
    await expect(page.getByText('Plano salvo.')).toBeVisible()
    await expect(row).toContainText('R$ 197 por mês')

    await chooseFor(page, name, 'Tirar de venda')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Hoje ninguém está nele.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Tirar de venda' }).click()
    await expect(row).toContainText('Fora de venda')
    expect(await (await page.request.get('/api/v1/plans')).text()).not.toContain(name)

    await page.getByRole('button', { name: 'Opções de Gratuito', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Tirar de venda' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Ver quem está nele' }).click()
    await expect(page).toHaveURL(/\/app\/admin\/users\?planId=/)
    await expect(page.getByRole('heading', { level: 1, name: 'Pessoas' })).toBeVisible()
  })

  test('list and form fit every screen, even with the longest texts', async ({ page, server, admin }) => {
    await asAdministrator(page.request, server.url, admin)
    const plans = plansOf(page.request, server.url)
    const displayName = `Desentupimentoinstitucional ${randomUUID().slice(0, 8)}`
    const long = 'x'.repeat(200)
    await plans.make({
      displayName,
      description: `${'Palavra'.repeat(30)}\nOutra linha`,
      priceText: '12 vezes de R$ 1.997,00 sem juros no Pix',
      checkoutUrl: `https://pay.hub.la/${long}`,
      externals: [
        {
          provider: 'hubla',
          kind: 'offer',
          externalId: `${randomUUID()}${long}`.slice(0, 200),
          name: long,
        },
      ],
    })
    const { id } = await plans.find(displayName)
    for (const { width, height, colorScheme } of looks) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.goto('/app/admin/planos')
      await expect(rowOf(page, displayName)).toBeVisible()
      await fits(page)
      await page.goto(`/app/admin/planos/${id}/edit`)
      await expect(field(page, 'Nome')).toHaveValue(displayName)
      await fits(page)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await fits(page)
    await expectAccessible(page)
    await page.goto(`/app/admin/planos/${randomUUID()}/edit`)
    await expect(page.getByRole('heading', { name: 'Isso não está mais aqui' })).toBeVisible()
  })
})

import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Usage, UsageRepliesPage } from '#shared/contract/usage.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, newPerson, signUp, test } from './helpers/fixtures.ts'
import { startChat } from './helpers/history.ts'
import { fits } from './helpers/viewports.ts'

// A server of its own, so that every figure is known.
test.use({ variables: { OPENAI_MODEL: 'gpt-da-casa' } })

const figures = (page: Page) => page.getByRole('list', { name: 'Números do período' })
const figure = (page: Page, label: string): Locator =>
  figures(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${label}`) })
const tableOf = (page: Page, name: string) => page.getByRole('table', { name })

/** Sends one more message, whose directive sets its end. */
async function send(page: Page, origin: string, chatId: string, content: string) {
  const sent = await page.request.post(`/api/v1/chats/${chatId}/messages`, {
    data: { id: randomUUID(), content },
    headers: { Origin: origin },
  })
  expect(sent.ok()).toBe(true)
}

/** Figures are counted periodically, and soon after the dashboard is opened. */
const counted = (page: Page) =>
  expect.poll(
    async () => {
      const { data } = (await (await page.request.get('/api/v1/usage/admin')).json()) as { data: Usage }
      return [data.totals.messages, data.totals.tokens.cached]
    },
    { timeout: 60_000 },
  )

test('the dashboard shows the figures, each links to its rows, and prices give the cost', {
  tag: '@smoke',
}, async ({ page, server, admin }) => {
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin')
  await expect(page.getByRole('heading', { name: 'Ninguém conversou neste período' })).toBeVisible()
  await expect(figure(page, 'Mensagens').getByRole('link')).toHaveText(/Mensagens\s*0/)
  await expectAccessible(page)

  // An open dashboard would poll and end the next user's session.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signUp(page, server.url, newPerson('Zilda Contada'))
  const chatId = await startChat(page, server.url, 'Como vendo mais?')
  await startChat(page, server.url, 'E no Natal?')
  await send(page, server.url, chatId, 'E depois? [[tokens=2 delay=0]]')
  await send(page, server.url, chatId, 'Segredo de Zilda [[status=400]]')
  await page.context().clearCookies()
  await asAdministrator(page.request, server.url, admin)

  // Titles are written after the replies.
  await counted(page).toEqual([4, 320])
  await page.goto('/app/admin')
  await expect(figure(page, 'Mensagens')).toContainText('4 respostas')
  await expect(figure(page, 'Pessoas ativas')).toContainText('1')
  await expect(figure(page, 'Tokens')).toContainText('320 vieram do cache')
  await expect(figure(page, 'Custo')).toContainText('Sem preço')
  await expect(figure(page, 'Respostas inacabadas')).toContainText('1 falhou')
  await expect(page.getByText(/gpt-da-casa não tem preço/)).toBeVisible()
  const agents = tableOf(page, 'Uso por agente no período')
  await expect(agents.getByRole('row').nth(1)).toContainText('1 de 4')

  const purposes = tableOf(page, 'Uso por finalidade no período')
  await expect(purposes.getByRole('row').filter({ hasText: 'Respostas' })).toContainText('4')
  await expect(purposes.getByRole('row').filter({ hasText: 'Títulos das conversas' })).toContainText('2')

  // The daily chart: drawn, readable by arrow keys, and available as a table.
  const chart = page.getByRole('application', { name: /^Mensagens por dia/ })
  await chart.focus()
  // The chart handles one key per frame.
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('status').filter({ hasText: /Mensagens\s*4/ })).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [20] })
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Tokens' }).check()
  await page.getByRole('button', { name: 'Ver como tabela' }).click()
  const days = tableOf(page, 'Tokens por dia')
  await expect(days.getByRole('row')).toHaveCount(31)
  await expect(days.getByRole('row').nth(1).getByRole('cell')).toHaveText(['8', '280', '320'])
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Days of one's own choice, and their table as a spreadsheet.
  await page.getByRole('link', { name: '365 dias' }).click()
  await expect(days.getByRole('row')).toHaveCount(366)
  await page.getByLabel('De', { exact: true }).fill('2024-01-01')
  await page.getByRole('button', { name: 'Ver estes dias' }).click()
  await expect(page.getByRole('alert')).toContainText('no máximo 366 dias')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  await page.getByLabel('De', { exact: true }).fill(today)
  await page.getByLabel('Até', { exact: true }).fill(today)
  await page.getByRole('button', { name: 'Ver estes dias' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}`))
  await expect(days.getByRole('row')).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar CSV: Dia a dia' }).click()
  expect((await download).suggestedFilename()).toBe(`elenco-dias-${today}-a-${today}.csv`)
  await page.getByRole('link', { name: '30 dias' }).click()

  await figure(page, 'Custo').getByRole('link', { name: 'Definir preços' }).click()
  await page.getByRole('button', { name: 'gpt-da-casa' }).click()
  const price = (field: string) => page.getByLabel(`${field}: preço de gpt-da-casa`, { exact: true })
  await expect(price('Entrada')).toBeFocused()
  await price('Entrada').fill('2500,5')
  await price('Entrada em cache').fill('500.25')
  await price('Saída').fill('dez mil')
  await page.getByRole('button', { name: 'Salvar preços' }).click()
  await expect(price('Saída')).toBeFocused()
  await expect(price('Saída')).toHaveAccessibleDescription(/Preço inválido/)
  await page.reload()
  await expect(page.getByText('sem salvar, continua aqui')).toBeVisible()
  await expect(price('Entrada')).toHaveValue('2500,5')
  await price('Saída').fill('10000')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Salvar preços' }).click()
  await expect(page.getByText('Preços salvos.')).toBeVisible()
  await expect(price('Entrada em cache')).toHaveValue('500,25')
  await page.getByLabel('Um dólar vale, em reais (opcional)').fill('5')
  await page.getByRole('button', { name: 'Salvar cotação' }).click()
  await expect(page.getByText('Cotação salva.')).toBeVisible()
  await page.getByRole('link', { name: 'Voltar ao painel' }).click()
  // 280 input, 320 cached and 8 output tokens, two titles included, at 2.500,50, 500,25 and 10.000 dollars a million.
  await expect(figure(page, 'Custo')).toContainText(/US\$\s0,94/)
  await expect(page.getByText(/não tem preço/)).toHaveCount(0)
  // Everybody is on the free plan; the titles belong to no plan.
  await expect(tableOf(page, 'Pessoas, uso e receita por plano').getByRole('row').nth(1)).toContainText(
    /Gratuito.*4.*US\$/,
  )
  await expect(page.getByText(/sem plano: contas excluídas/)).toBeVisible()
  await expect(page.getByText(/Nenhum pagamento em reais/)).toBeVisible()
  const steps = tableOf(page, 'Conversões das contas do período').getByRole('row')
  await expect(steps.filter({ hasText: 'Escreveram a um agente' })).toContainText(/1.*no mesmo dia/)
  await expect(page.getByText(/A primeira semana completa aparece aqui/)).toBeVisible()

  await figure(page, 'Respostas inacabadas').getByRole('link', { name: '1 falhou' }).click()
  const replies = tableOf(page, 'Respostas, da mais nova para a mais antiga')
  await expect(replies.getByRole('row')).toHaveCount(2)
  await expect(replies.getByRole('row').nth(1)).toContainText('O provedor recusou o pedido')
  await expect(replies.getByRole('link', { name: 'Zilda Contada' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Segredo de Zilda')
  const frame = replies.locator('..')
  expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await page.getByLabel('Como terminou').selectOption('Terminou bem')
  await expect(replies.getByRole('row')).toHaveCount(4)
  await expect(replies.getByRole('row').nth(1)).toContainText(/US\$.*R\$/)
  expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  const { data } = (await (await page.request.get('/api/v1/usage/admin/replies?status=done')).json()) as {
    data: UsageRepliesPage
  }
  expect(data.items.map(({ nTokens, nCachedTokens }) => [nTokens, nCachedTokens])).toEqual(
    Array.from({ length: 3 }, () => [122, 64]),
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // The person behind the figures: the table by messages and by cost, and her page.
  await page.goto('/app/admin/users')
  const people = tableOf(page, 'Contas de usuários')
  for (const column of ['Mensagens', 'Custo']) {
    await people.getByRole('columnheader', { name: column }).getByRole('button').click()
    await expect(people.getByRole('row').nth(1)).toContainText(/Zilda Contada.*US\$.*R\$/)
  }
  await people.getByRole('link', { name: 'Zilda Contada' }).click()
  await expect(page.getByRole('list', { name: 'Uso por mês' })).toContainText(/4 mensagens.*US\$.*R\$/)
  await expect(page.getByRole('list', { name: 'Agentes usados' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText(/^1 aparelho; o último/)).toBeVisible()
  await expect(page.getByText('Nenhum pagamento até agora.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
})

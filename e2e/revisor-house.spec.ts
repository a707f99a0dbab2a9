import type { Page } from '@playwright/test'
import { AGENTS, makeAgent, openBrowser, saveOf, storedAgent } from './helpers/admin-agents.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { stored, test } from './helpers/context.ts'
import { DOCUMENTS, makeDocument } from './helpers/documents.ts'
import { exchange, expect, expectAccessible, repliesOf, say, signUp } from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

/** Addresses of the reviews that this page asks for from now on. */
function askedReviews(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/reviews')) asked.push(request.url())
  })
  return asked
}

test('an agent that is told to review shows the findings under each ended reply', async ({
  page,
  server,
  admin,
  double,
}) => {
  await asAdministrator(page.request, server.url, admin)
  await page.goto(AGENTS)
  const agent = await makeAgent(page, 'Vera, anúncios')
  await page.goto(`${AGENTS}/${agent.id}/edit`)
  const setting = page.getByRole('switch', { name: 'Revisar as respostas' })
  await expect(setting).not.toBeChecked()
  await setting.check()
  await expect(setting).toHaveAccessibleDescription(/É um aviso: a resposta sai do mesmo jeito\./)
  await page.getByLabel('Onde as respostas vão sair').selectOption({ label: 'Anúncio Meta' })
  await saveOf(page).click()
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  const meant = { reviewsReplies: true, reviewChannel: 'meta' }
  expect(await storedAgent(page, agent.id)).toMatchObject(meant)

  const asked = askedReviews(page)
  await page.goto(`/app/${agent.id}/chat`)
  const last = repliesOf(page).last()
  double.script({ kind: 'reply', tokens: ['Ganhe R$ 5.000 ', 'por mês. ', 'Últimas vagas!'], delayMs: 700 })
  await say(page, 'Escreva o anúncio')
  await expect(last).toContainText('Ganhe R$ 5.000')
  expect(asked).toEqual([])
  const found = page.getByRole('link', { name: 'Revisor: 1 bloqueia, 1 arrisca' })
  await expect(found).toBeVisible()
  await expect(last).toContainText('É só um aviso: a resposta não foi alterada.')
  await expect(last.getByRole('list', { name: 'Achados desta resposta' }).getByRole('listitem')).toHaveText([
    '“Ganhe R$ 5.000”: Valor a ganhar, ou prazo para ganhar',
    '“Últimas vagas”: Urgência ou escassez sem base',
  ])
  double.script({ kind: 'reply', tokens: ['Aprenda a vender com calma.'], delayMs: 0 })
  await exchange(page, 'Sem promessa')
  await expect(last).toContainText(/Nenhum achado pelas regras de \d\d\/\d\d\./)
  await expect(last).not.toContainText('É só um aviso')
  expect(asked).toHaveLength(2)
  await expectAccessible(page)

  const refused = {
    status: 429,
    json: { success: false, error: { code: 'RATE_LIMITED', message: 'Espere' } },
  }
  await page.route('**/api/v1/reviews', (route) => route.fulfill(refused), { times: 1 })
  double.script({ kind: 'reply', tokens: ['Renda garantida.'], delayMs: 0 })
  await exchange(page, 'Outra')
  await expect(last).toContainText('O Revisor não conferiu esta resposta.')
  await last.getByRole('button', { name: 'Conferir de novo' }).click()
  await expect(page.getByRole('link', { name: 'Revisor: 1 bloqueia', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await expectAccessible(page)

  // The findings under the reply are those of the review, without another call.
  const before = asked.length
  await found.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Revisor' })).toBeVisible()
  const findings = page.getByRole('region', { name: 'Achados' })
  await expect(page.getByLabel('Onde vai sair')).toHaveValue('meta')
  await expect(findings.getByRole('article')).toHaveCount(2)
  await expect(findings.getByRole('status').first()).toHaveText(/^2 achados pelas regras/)
  expect(asked).toHaveLength(before)
  await page.goBack()
  await expect(found).toBeVisible()
  expect(asked).toHaveLength(before)
})

const rowOf = (page: Page, rule: string) => page.getByRole('row').filter({ hasText: rule })

async function findingsIn(page: Page, documentId: string): Promise<string[]> {
  await page.goto(`${DOCUMENTS}/${documentId}/revisar`)
  await page.getByRole('button', { name: 'Revisar', exact: true }).click()
  const findings = page.getByRole('region', { name: 'Achados' })
  await expect(findings.getByRole('status').first()).toHaveText(/pelas regras de/)
  return findings.getByRole('article').getByRole('heading').allTextContents()
}

test('an administrator adds, changes and switches off rules, and sees what they do', async ({
  page,
  server,
  admin,
  browser,
}) => {
  const body = 'O meu método secreto. Últimas vagas!'
  const other = await openBrowser(browser, server)
  await other.page.goto('/sign-in')
  await signUp(other.page, server.url)
  await makeDocument(other.page, server.url, { title: 'Lançamento reservado', body })
  await other.close()
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin/revisor')
  const own = await makeDocument(page, server.url, { title: 'Página da casa', body })

  await page.getByRole('button', { name: 'Nova regra' }).click()
  const form = page.getByRole('dialog', { name: 'Nova regra da casa' })
  await form.getByLabel('Nome').fill('Método secreto')
  await form.getByRole('button', { name: 'Salvar regra' }).click()
  await expect(form.getByText('Diga o porquê')).toBeVisible()
  await form.getByLabel('Frases').fill('método secreto\nfórmula secreta')
  await form.getByLabel('Por quê').fill('A casa não fala de segredo.')
  await form.getByLabel('De onde vem').fill('Decisão da casa')
  await form.getByRole('button', { name: 'Salvar regra' }).click()
  const reach = page.getByRole('dialog', { name: 'Documentos com Método secreto' })
  await expect(reach.getByRole('status').first()).toHaveText(
    '2 documentos salvos de 2 pessoas têm achado por esta regra.',
  )
  await expect(reach.getByRole('listitem')).toHaveText(['Página da casa'])
  await expect(reach).toContainText('nunca o título nem o texto')
  await expect(page.getByText('Lançamento reservado')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await reach.getByRole('link', { name: 'Página da casa' }).click()
  await expect(page.getByRole('heading', { name: 'Revisar Página da casa' })).toBeVisible()
  expect(await findingsIn(page, own.id)).toEqual(['Método secreto', 'Urgência ou escassez sem base'])

  await page.goto('/app/admin/revisor')
  await page.getByRole('button', { name: 'Editar a regra Método secreto' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar Método secreto' })
  await edit.getByLabel('Frases').fill('fórmula secreta')
  await edit.getByRole('radio', { name: 'Bloqueia' }).check()
  await edit.getByRole('button', { name: 'Salvar regra' }).click()
  await expect(reach.getByRole('status').first()).toHaveText(
    'Nenhum documento salvo tem achado por esta regra.',
  )
  await reach.getByRole('button', { name: 'Fechar', exact: true }).last().click()
  await expect(rowOf(page, 'Método secreto')).toContainText('Bloqueia')

  const edited = page.getByRole('button', { name: 'Editar a regra Urgência ou escassez sem base' })
  await edited.click()
  const sheet = page.getByRole('dialog', { name: 'Editar Urgência ou escassez sem base' })
  await expect(sheet.getByRole('button', { name: 'Fechar', exact: true })).toBeInViewport()
  await sheet.getByRole('switch', { name: 'Regra ligada' }).uncheck()
  await sheet.getByRole('button', { name: 'Salvar regra' }).click()
  // A rule that compares with saved data is not looked for in documents.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(page, 'Urgência ou escassez sem base')).toContainText('Desligada')
  expect(await findingsIn(page, own.id)).toEqual([])

  // The server is shared by all tests of a worker; the version before is on.
  await page.goto('/app/admin/revisor')
  await edited.click()
  await page.getByRole('button', { name: 'Versões' }).click()
  const versions = page.getByRole('dialog', { name: 'Versões de Urgência' })
  await expect(versions.getByRole('button', { name: /^Versão 1/ })).toContainText('Veio com o Elenco')
  await expect(versions.getByRole('button', { name: /^Versão \d+ ?em uso/ })).toHaveCount(1)
  await expectAccessible(page)
  await versions.getByRole('button', { name: /^Versão 1/ }).click()
  const one = page.getByRole('dialog', { name: 'Versão 1 de Urgência' })
  await expect(one.getByRole('region', { name: 'Da versão atual para a 1' })).toContainText('sim')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await one.getByRole('button', { name: 'Restaurar esta versão' }).click()
  await expect(page.getByText('Versão 1 restaurada.')).toBeVisible()
  await expect(rowOf(page, 'Urgência ou escassez sem base')).not.toContainText('Desligada')
  await page.getByRole('button', { name: 'Excluir a regra Método secreto' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir regra' }).click()
  await expect(rowOf(page, 'Método secreto')).toHaveCount(0)
  expect(await findingsIn(page, own.id)).toEqual(['Urgência ou escassez sem base'])
  expect(await stored(page, `/documents/${own.id}`)).toMatchObject({ body })
})

import type { Page } from '@playwright/test'
import {
  AGENTS,
  changeAgent,
  makeAgent,
  openBrowser,
  removeAgent,
  rowOf,
  rowsOf,
  saveOf,
  storedAgent,
} from './helpers/admin-agents.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { chooseFor } from './helpers/business.ts'
import { test } from './helpers/context.ts'
import { composerOf, exchange, expect, expectAccessible, signUp } from './helpers/fixtures.ts'
import { ticketOf } from './helpers/plans.ts'
import { fits } from './helpers/viewports.ts'

const opensOf = (page: Page, plan: string) =>
  page.getByRole('group', { name: 'Planos que abrem' }).getByRole('checkbox', { name: plan })

test('an administrator chooses the plans that open an agent, and the lock names them', async ({
  page,
  server,
  admin,
  browser,
}) => {
  await asAdministrator(page.request, server.url, admin)
  await page.goto(AGENTS)
  const agent = await makeAgent(page, 'Otto · Mentorias')
  await page.goto(`${AGENTS}/${agent.id}/edit`)
  for (const plan of ['Criador', 'Big Player']) await expect(opensOf(page, plan)).toBeChecked()
  await expect(page.getByText(/^Vale também para os planos que você criar depois/)).toBeVisible()
  await opensOf(page, 'Criador').uncheck()
  await opensOf(page, 'Big Player').uncheck()
  await expect(page.getByText(/^Nenhum plano abre este agente/)).toBeVisible()
  await opensOf(page, 'Big Player').check()
  await expect(page.getByText(/^Só estes\./)).toBeVisible()
  await page.getByRole('button', { name: 'Na galeria' }).last().click()
  await expect(page.getByRole('region', { name: 'Como aparece na galeria' })).toContainText('Big Player')
  await expectAccessible(page)
  await saveOf(page).click()
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  await page.goto(AGENTS)
  await expect(rowOf(page, agent.name).getByRole('definition').first()).toHaveText('Big Player')

  const other = await openBrowser(browser, server)
  await signUp(other.page, server.url)
  await other.page.goto('/app')
  const lock = other.page.getByRole('button', { name: /como abrir Otto/ })
  await expect(lock).toContainText('Big Player')
  await lock.click()
  const sheet = other.page.getByRole('dialog')
  await expect(sheet.getByText('Disponível no plano Big Player.')).toBeVisible()
  await expect(ticketOf(other.page, 'Big Player')).toBeVisible()
  await expect(ticketOf(other.page, 'Criador')).toHaveCount(0)
  await fits(other.page)
  await expectAccessible(other.page)
  await sheet.getByRole('button', { name: 'Agora não' }).click()
  await other.page.goto(`/app/${agent.id}`)
  await expect(
    other.page.getByRole('heading', { name: 'Disponível no plano Big Player', exact: true }),
  ).toBeVisible()
  await other.close()

  // Somebody else changes the plans meanwhile.
  await page.goto(`${AGENTS}/${agent.id}/edit`)
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Otto desenha mentorias')
  await changeAgent(page, agent.id, { planIds: null, isDraft: true, version: 2 })
  await saveOf(page).click()
  const merge = page.getByRole('dialog', { name: 'Este agente mudou enquanto você editava' })
  await expect(merge).toContainText('Você mudou este agente em outra tela, agora.')
  const theirs = merge.getByRole('region', { name: /^Planos que abrem/ })
  await expect(theirs).toContainText('os que abrem o elenco')
  await expect(merge.getByRole('region', { name: /^Publicação/ })).toContainText('Rascunho')
  await expectAccessible(page)
  for (const field of ['Planos que abrem', 'Publicação']) {
    await merge
      .getByRole('group', { name: `${field}: o que fica` })
      .getByText('Fica como estava')
      .click()
  }
  await merge.getByRole('button', { name: 'Salvar com estas escolhas' }).click()
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  expect(await storedAgent(page, agent.id)).toMatchObject({
    ...{ description: 'Otto desenha mentorias', isDraft: false, version: 4 },
    planIds: [expect.any(String)],
  })

  await page.goto('/app/admin/planos')
  await expect(page.getByText(/Abre \d+ de \d+ agentes/).first()).toBeVisible()
  await chooseFor(page, 'Big Player', 'Tirar de venda')
  const question = page.getByRole('dialog', { name: 'Tirar “Big Player” de venda?' })
  await expect(question.getByText('Otto fica sem nenhum plano à venda que abra a conversa.')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await removeAgent(page, agent.id)
})

test('a draft is seen and tried by administrators only, until it is published', async ({
  page,
  server,
  admin,
  browser,
}) => {
  await asAdministrator(page.request, server.url, admin)
  await page.goto(`${AGENTS}/new`)
  await page.getByLabel('Nome', { exact: true }).fill('Zuleica · Rascunhos')
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Ainda em ensaio.')
  await page.getByRole('textbox', { name: 'Instruções do agente' }).fill('Você é Zuleica.')
  await page.getByRole('switch', { name: 'Aberto no plano Gratuito' }).check()
  await page.getByRole('switch', { name: 'Publicado' }).uncheck()
  await page.getByRole('button', { name: 'Guardar rascunho' }).click()
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}\/edit$/)
  const agentId = new URL(page.url()).pathname.split('/').at(-2) ?? ''
  await expect(page.getByRole('switch', { name: 'Publicado' })).not.toBeChecked()
  await expectAccessible(page)

  const other = await openBrowser(browser, server)
  await signUp(other.page, server.url)
  const cast = other.page.getByRole('region', { name: 'O elenco', exact: true })
  await other.page.goto('/app')
  await expect(cast.getByRole('article').first()).toBeVisible()
  await expect(cast.getByRole('link', { name: /Zuleica/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Ver página' }).click()
  await expect(page.getByText('Só quem administra vê este agente e conversa com ele.')).toBeVisible()
  await page.goto(`/app/${agentId}/chat`)
  await expect(composerOf(page)).toBeVisible()
  await exchange(page, 'Quem é você? [[tokens=5 delay=0]]')

  await page.goto(AGENTS)
  await page.getByLabel('Buscar agentes').fill('zuleica')
  await expect(rowsOf(page)).toHaveCount(1)
  const row = rowOf(page, 'Zuleica · Rascunhos')
  await expect(row.getByText('Rascunho', { exact: true })).toBeVisible()
  await fits(page)
  await expectAccessible(page)
  await chooseFor(page, 'Zuleica · Rascunhos', 'Publicar')
  await expect(page.getByText('Zuleica está na galeria.')).toBeVisible()
  await expect(row.getByText('Rascunho', { exact: true })).toHaveCount(0)
  await other.page.reload()
  await expect(cast.getByRole('link', { name: /Zuleica/ })).toBeVisible()
  await other.close()
  await chooseFor(page, 'Zuleica · Rascunhos', 'Voltar a rascunho')
  await expect(row.getByText('Rascunho', { exact: true })).toBeVisible()
  await removeAgent(page, agentId)
})

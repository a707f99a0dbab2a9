import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ChatsPage } from '#shared/contract/chats.ts'
import {
  AGENTS,
  countNow,
  makeAgent,
  openBrowser,
  promptOf,
  removeAgent,
  rowOf,
  rowsOf,
  saveOf,
  storedAgent,
  testOf,
  tryOut,
} from './helpers/admin-agents.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { chooseFor } from './helpers/business.ts'
import { lastPrompt, makeProduct, test } from './helpers/context.ts'
import {
  chooseAgent,
  exchange,
  expect,
  expectAccessible,
  newPerson,
  openChat,
  repliesOf,
  signUp,
} from './helpers/fixtures.ts'
import { moveByKeys } from './helpers/reorder.ts'
import { fits } from './helpers/viewports.ts'

/** A photo as from a camera. */
async function picture(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 480
    canvas.height = 320
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#c05030'
    context.fillRect(0, 0, 480, 320)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
}

test('an agent is created, tried out unsaved and published, and a chat on the free plan is counted', {
  tag: '@smoke',
}, async ({ page, server, admin, double, browser }) => {
  await asAdministrator(page.request, server.url, admin)
  await page.goto(AGENTS)
  await expect(rowsOf(page)).not.toHaveCount(0)
  await expectAccessible(page)
  await makeProduct(page, 'Método Primeira Venda')
  await page.getByRole('link', { name: 'Novo agente' }).click()
  const publish = page.getByRole('button', { name: 'Publicar agente' })
  const name = page.getByLabel('Nome', { exact: true })
  await publish.click()
  await expect(name).toHaveAccessibleDescription(/O nome é obrigatório/)
  await expect(name).toBeFocused()
  await expect(promptOf(page)).toHaveAccessibleDescription(/As instruções do agente são obrigatórias/)

  await page.getByLabel('Arquivo da foto').setInputFiles({
    name: 'rosto.png',
    mimeType: 'image/png',
    buffer: await picture(page),
  })
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await name.fill('Nina · Dúvidas')
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Tira dúvidas de quem compra.')
  const label = page.getByRole('group', { name: 'Etiquetas' }).getByRole('checkbox').first()
  await label.check()
  const card = page.getByRole('region', { name: 'Como aparece na galeria' })
  await expect(card).toContainText('Plano pago')
  await page.getByRole('switch', { name: 'Aberto no plano Gratuito' }).check()
  await expect(card).not.toContainText('Plano pago')
  await expect(card.getByRole('heading', { name: /Nina/ })).toBeVisible()
  await expect(card.locator('img')).toHaveAttribute('src', /\/uploads\//)
  await page.getByLabel('Mensagens por resposta').fill('2')
  await promptOf(page).fill('Você é Nina e ajuda ')
  await page.getByRole('button', { name: '{{nome_do_criador}}' }).click()
  await expect(promptOf(page)).toHaveValue('Você é Nina e ajuda {{nome_do_criador}}')
  await page.getByLabel('Sugestão 1').fill('Explique {produto} para {nicho}')
  await expect(page.getByText('A conversa pergunta: nicho.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Recuperamos o que você tinha digitado.')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar daqui' }).click()
  await expect(promptOf(page)).toHaveValue(/^Você é Nina/)
  await expect(label).toBeChecked()

  await page.getByRole('button', { name: 'Testar' }).click()
  await expectAccessible(page)
  await testOf(page).getByRole('button', { name: 'Escolher o contexto do teste' }).click()
  const picker = page.getByRole('dialog', { name: 'Sobre o que é a conversa?' })
  await picker.getByRole('button', { name: /Método Primeira Venda/ }).click()
  await picker.getByRole('button', { name: 'Pronto' }).click()
  const first = await tryOut(page, '**Quem** é você? [[echo]]')
  await expect(first).toHaveAttribute('aria-busy', 'false')
  await expect(first.locator('strong')).toHaveText('Quem')
  expect(lastPrompt(double)).toContain('Você é Nina e ajuda Dona da Casa')
  expect(lastPrompt(double)).toContain('Método Primeira Venda')
  await promptOf(page).fill('Você é Nina, a segunda.')
  const long = await tryOut(page, 'Tudo [[tokens=2000 delay=20]]')
  await expect(testOf(page).getByText('Mudou: instruções')).toBeVisible()
  await expect(long).toContainText('Plano de lançamento')
  await testOf(page).getByRole('button', { name: 'Parar a resposta de teste' }).click()
  await expect(long).toContainText('Resposta interrompida por você.')
  await expect.poll(() => double.requests.at(-1)?.closedByClientAt).toBeDefined()
  expect(lastPrompt(double)).toContain('Você é Nina, a segunda.')
  await testOf(page).getByRole('button', { name: 'Limpar a conversa de teste' }).click()
  await expect(testOf(page).getByRole('article')).toHaveCount(0)

  await publish.click()
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}\/edit$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Editar Nina' })).toBeVisible()
  const chats = await page.request.get('/api/v1/chats')
  expect(((await chats.json()) as { data: ChatsPage }).data.items).toEqual([])

  const other = await openBrowser(browser, server)
  await signUp(other.page, server.url)
  await other.page.goto('/app')
  await chooseAgent(other.page, /Nina/)
  await expect(other.page.getByText('Cada resposta usa 2 mensagens do seu plano.')).toBeVisible()
  await openChat(other.page)
  await exchange(other.page, 'Como funciona? [[tokens=5 delay=0]]')
  await repliesOf(other.page).last().getByRole('button', { name: 'Boa resposta' }).click()
  await expect(
    repliesOf(other.page).last().getByRole('button', { name: 'Boa resposta', pressed: true }),
  ).toBeVisible()
  await other.close()
  await countNow(server)
  await page.goto(AGENTS)
  await page.getByLabel('Buscar agentes').fill('duvidas')
  await expect(rowsOf(page)).toHaveCount(1)
  const row = rowOf(page, 'Nina · Dúvidas')
  await expect(row.getByRole('definition')).toHaveText(['Gratuito', '1', /^100%de 1$/])
  await row.getByRole('link').click()
  await removeAgent(page, new URL(page.url()).pathname.split('/').at(-2) ?? '')
})

test('when two administrators edit one agent, the second sees the changes and chooses, and nothing is lost', async ({
  page,
  server,
  admin,
  browser,
}) => {
  const calls = await asAdministrator(page.request, server.url, admin)
  await page.goto(AGENTS)
  const agent = await makeAgent(page, 'Beto', { systemPrompt: 'Você é Beto.\n\nEscreva curto.' })
  const edit = `${AGENTS}/${agent.id}/edit`
  const colleague = newPerson('Rui Colega')
  const other = await openBrowser(browser, server)
  await signUp(other.page, server.url, colleague)
  await calls.post('/admin/set-role', { userId: await calls.idOf(colleague.email), role: 'admin' })
  // A role change ends the session.
  await asAdministrator(other.page.request, server.url, colleague)
  await page.goto(edit)
  await other.page.goto(edit)

  await other.page.getByLabel('Nome', { exact: true }).fill('Roberto')
  await promptOf(other.page).fill('Você é Roberto.\n\nEscreva curto.')
  await saveOf(other.page).click()
  await expect(other.page.getByText('Tudo salvo.')).toBeVisible()

  await page.getByRole('textbox', { name: 'Descrição' }).fill('Beto escreve anúncios')
  await promptOf(page).fill('Você é Beto.\n\nEscreva curto e simples.')
  await page.keyboard.press('Control+s')
  const sheet = page.getByRole('dialog', { name: 'Este agente mudou enquanto você editava' })
  await expect(sheet).toContainText('Rui Colega mudou este agente agora.')
  await expect(sheet.getByRole('listitem')).toHaveCount(2)
  await expect(sheet.getByRole('group', { name: 'Nome: o que fica' })).toContainText('Fica como estava')
  await expect(sheet.getByRole('region', { name: /^Instruções/ })).toContainText('Roberto')
  await expectAccessible(page)
  expect(await storedAgent(page, agent.id)).toMatchObject({ name: 'Roberto', description: 'Beto responde' })
  await sheet.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(promptOf(page)).toHaveValue(/simples/)
  await saveOf(page).click()
  await sheet
    .getByRole('group', { name: 'Instruções: o que fica' })
    .getByRole('button', { name: 'Fica o meu' })
    .click()
  await sheet.getByRole('button', { name: 'Salvar com estas escolhas' }).click()
  await expect(page.getByText('Agente salvo.')).toBeVisible()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Roberto')
  expect(await storedAgent(page, agent.id)).toMatchObject({
    name: 'Roberto',
    description: 'Beto escreve anúncios',
    systemPrompt: 'Você é Beto.\n\nEscreva curto e simples.',
    promptVersion: 3,
  })

  await page.getByRole('button', { name: 'Versão 3' }).click()
  const versions = page.getByRole('dialog')
  await expect(versions.getByRole('listitem')).toHaveCount(3)
  await versions.getByRole('button', { name: /Versão 2.*Rui Colega/ }).click()
  await expect(versions.getByRole('region', { name: /Do editor para a versão 2/ })).toContainText('Roberto')
  await expectAccessible(page)
  await versions.getByRole('button', { name: 'Restaurar esta versão' }).click()
  await expect(promptOf(page)).toHaveValue('Você é Roberto.\n\nEscreva curto.')
  await expect(page.getByRole('button', { name: 'Versão 4' })).toBeVisible()

  await page.getByRole('textbox', { name: 'Descrição' }).fill('Escrito enquanto o agente sumia')
  await removeAgent(other.page, agent.id)
  await saveOf(page).click()
  await page
    .getByRole('dialog', { name: 'Este agente foi excluído' })
    .getByRole('button', { name: 'Trazer de volta e salvar' })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  expect(await storedAgent(page, agent.id)).toMatchObject({
    description: 'Escrito enquanto o agente sumia',
    deletedAt: null,
  })
  await removeAgent(page, agent.id)
  await other.close()
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Mais uma coisa')
  await page.getByRole('link', { name: 'Voltar' }).click()
  await page.getByRole('button', { name: 'Descartar mudanças' }).click()
  await expect(page).toHaveURL(new RegExp(`${AGENTS}$`))
})

test('agents are ordered by keyboard, searched, copied, deleted, restored, exported and imported', async ({
  page,
  server,
  admin,
}, info) => {
  await asAdministrator(page.request, server.url, admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(AGENTS)
  const made = [await makeAgent(page, 'Aldo Primeiro'), await makeAgent(page, 'Bia Segunda')]
  await page.reload()
  await expect(rowsOf(page).last()).toContainText('Bia Segunda')
  await fits(page)
  const stored = page.waitForResponse((it) => it.url().endsWith('/agents/admin/order'))
  const last = await rowsOf(page).count()
  await moveByKeys(page, 'Bia Segunda', { key: 'ArrowUp', places: [last, last - 1] })
  expect((await stored).ok()).toBe(true)
  await expect(rowsOf(page).last()).toContainText('Aldo Primeiro')
  await page.reload()
  await expect(rowsOf(page).last()).toContainText('Aldo Primeiro')

  await page.getByLabel('Buscar agentes').fill('segunda')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Mover/ })).toHaveCount(0)
  await chooseFor(page, 'Bia Segunda', 'Excluir')
  await expect(page.getByText('Ninguém assim')).toBeVisible()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await chooseFor(page, 'Bia Segunda', 'Excluir')
  await page.getByRole('button', { name: 'Excluídos' }).click()
  await fits(page)
  await page.getByRole('button', { name: 'Trazer Bia Segunda de volta' }).click()
  await expect(page.getByText('Bia Segunda está de volta à galeria.')).toBeVisible()
  await page.getByRole('button', { name: 'Na galeria' }).click()
  await expect(rowsOf(page)).toHaveCount(1)

  const download = page.waitForEvent('download')
  await chooseFor(page, 'Bia Segunda', 'Exportar arquivo')
  const path = info.outputPath('agente.json')
  await (await download).saveAs(path)
  const file = JSON.parse(await readFile(path, 'utf8')) as { agent: Record<string, unknown> }
  await chooseFor(page, 'Bia Segunda', 'Duplicar')
  await expect(page.getByRole('heading', { level: 1, name: 'Editar Bia Segunda (cópia)' })).toBeVisible()
  await fits(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Testar' }).click()
  await expect(testOf(page)).toBeInViewport()
  await expect(saveOf(page)).toBeHidden()
  await fits(page)
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await page.getByRole('button', { name: /^Opções de Bia Segunda/ }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await expect(page).toHaveURL(new RegExp(`${AGENTS}$`))

  await page.getByRole('button', { name: 'Importar' }).click()
  const choose = (content: unknown) =>
    page.getByLabel('Arquivo do agente').setInputFiles({
      name: 'agente.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    })
  const sheet = page.getByRole('dialog', { name: 'Importar um agente' })
  await choose({ ...file, agent: { ...file.agent, name: '' } })
  await expect(sheet.getByRole('alert')).toContainText('Nome: O nome é obrigatório')
  await choose({ ...file, agent: { ...file.agent, name: 'Bia Importada', labels: ['Etiqueta de longe'] } })
  await expect(sheet.getByRole('article')).toContainText('Etiqueta de longe (não existe aqui)')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Importar agente' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Editar Bia Importada' })).toBeVisible()
  await expect(page.getByText(/sem a etiqueta Etiqueta de longe/)).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-2) ?? ''
  for (const it of [...made.map((agent) => agent.id), id]) await removeAgent(page, it)
})

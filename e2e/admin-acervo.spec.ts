import {
  AGENTS,
  changeAgent,
  makeAgent,
  removeAgent,
  saveOf,
  storedAgent,
  tryOut,
} from './helpers/admin-agents.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { removeHouseCollections } from './helpers/collections.ts'
import { chipsOf, mention, optionsOf, type } from './helpers/context.ts'
import {
  composerOf,
  exchange,
  expect,
  expectAccessible,
  repliesOf,
  replyEnded,
  test,
} from './helpers/fixtures.ts'
import { playerOf, playHere, setTutorials, takePlayers } from './helpers/tutorials.ts'
import { fits, holdsInEveryLook } from './helpers/viewports.ts'

test('an administrator makes a collection of the house, and an agent reads it', async ({
  page,
  server,
  admin,
  offences,
}) => {
  await playHere(page)
  await asAdministrator(page.request, server.url, admin)
  await removeHouseCollections(page, server.url)
  await page.goto(AGENTS)
  const agent = await makeAgent(page, 'Iara · Método')
  await page.goto(`${AGENTS}/${agent.id}/edit`)
  const section = page.getByRole('region', { name: 'Acervo da casa' })
  await section.getByRole('link', { name: 'Cuidar do acervo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Acervo da casa' })).toBeVisible()
  await expect(page.getByText('Nenhuma coleção da casa ainda')).toBeVisible()
  await expect(page.getByRole('figure').getByRole('paragraph')).toHaveText([
    'Em que ordem apresento a oferta?',
    '“A promessa vem antes do preço, e a garantia logo depois.” [1]',
    '[1] Aula 3.srt · minuto 12:34 · Acervo da casa',
  ])
  await holdsInEveryLook(page)
  await page.getByRole('button', { name: 'Nova coleção' }).click()
  const sheet = page.getByRole('dialog', { name: 'Nova coleção da casa' })
  await sheet.getByRole('button', { name: 'Criar coleção' }).click()
  await expect(sheet.getByText('Nome é obrigatório')).toBeVisible()
  await sheet.getByLabel('Nome').fill('Método da turma de maio')
  await sheet.getByRole('switch', { name: 'Deixar baixar os arquivos' }).check()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Criar coleção' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Método da turma de maio' })).toBeVisible()
  await expect(page.getByText('Nenhum agente lê esta coleção')).toBeVisible()
  const text = Buffer.from('# Aula 1\n\nA promessa vem antes do preço.')
  await page
    .getByLabel('Arquivos para o acervo')
    .setInputFiles([{ name: 'aula 1.md', mimeType: 'text/markdown', buffer: text }])
  await expect(page.getByRole('list', { name: 'Fontes' }).getByRole('listitem')).toContainText('1 trecho', {
    timeout: 30_000,
  })
  await setTutorials(server, [{ title: 'Aula de abertura', youtubeVideoId: 'dQw4w9WgXcQ' }])
  const subtitles = Buffer.from('1\n00:12:34,000 --> 00:12:39,000\nA garantia dura sete dias.\n')
  await page
    .getByLabel('Arquivos para o acervo')
    .setInputFiles([{ name: 'aula 2.srt', mimeType: 'text/plain', buffer: subtitles }])
  const sources = page.getByRole('list', { name: 'Fontes' })
  const lesson = sources.getByRole('listitem').filter({ hasText: 'aula 2.srt' })
  await expect(lesson).toContainText('1 trecho', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Opções de aula 2.srt' }).click()
  await page.getByRole('menuitem', { name: 'Ligar a um tutorial' }).click()
  const linking = page.getByRole('dialog', { name: 'Ligar a um tutorial' })
  await linking.getByLabel('Tutorial com estas legendas').selectOption('Aula de abertura')
  await expectAccessible(page)
  await linking.getByRole('button', { name: 'Salvar' }).click()
  await expect(lesson).toContainText('Tutorial: Aula de abertura')
  await page.getByRole('searchbox', { name: 'Buscar nesta coleção' }).fill('promessa')
  await expect(page.getByRole('region', { name: 'Trechos achados' })).toContainText('Aula 1')
  await expectAccessible(page)

  await page.goto(`${AGENTS}/${agent.id}/edit`)
  await expect(section.getByText('Ele responde sem o acervo da casa.')).toBeVisible()
  await section.getByRole('checkbox', { name: 'Método da turma de maio' }).check()
  await expect(section.getByText(/^2 fontes · 2 trechos/)).toBeVisible()
  await expectAccessible(page)
  // The choice is not saved yet.
  const tried = await tryOut(page, 'Onde fica a promessa? Antes do preço [1], e nada mais [7]. [[repeat]]')
  await expect(tried).toContainText('Antes do preço [1], e nada mais.')
  await tried.getByRole('button', { name: 'Fonte 1: aula 1.md, Aula 1' }).click()
  const cited = page.getByRole('dialog', { name: 'Fonte 1: aula 1.md' })
  await expect(cited.getByRole('blockquote')).toHaveText('A promessa vem antes do preço.')
  // The file may be downloaded once the agent is saved.
  await expect(cited).toContainText('Esta fonte é da casa')
  await page.keyboard.press('Escape')
  const watched = await tryOut(page, 'Quanto dura a garantia? Sete dias [1]. [[repeat]]')
  await watched.getByRole('button', { name: 'Fonte 1: aula 2.srt, minuto 12:34' }).click()
  await page.getByRole('button', { name: 'Assistir a partir de 12:34' }).click()
  expect((await playerOf(page)).url()).toContain('/embed/dQw4w9WgXcQ?')
  expect((await playerOf(page)).url()).toContain('start=754')
  expect(takePlayers(offences)).toHaveLength(1)
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  await saveOf(page).click()
  await expect(page.getByText('Tudo salvo.')).toBeVisible()

  await page.goto('/app/admin/acervo')
  await expect(page.getByRole('link', { name: /^Método da turma de maio/ })).toContainText('1 agente lê')
  await expect(page.getByRole('region', { name: 'Por agente' })).toContainText(
    /Iara · Método.*1 coleção · 2 fontes · 2 trechos · .* · 0 respostas com fontes em 30 dias/,
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await expectAccessible(page)

  // A choice among one agent's collections does not go to an agent that does not read them.
  const answeredBy = async (name: RegExp) => {
    await page.getByRole('button', { name: /^Quem responde/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const unread = page.getByText('Este agente não lê “Método da turma de maio”, que fica fora da mensagem.')
  await page.goto('/app')
  await answeredBy(/^Iara · Método/)
  const isCheck = (address: string) => address.includes('/collections/readable?')
  const checked = page.waitForResponse((response) => isCheck(response.url()))
  await mention(page, 'turma', 'Método da turma de maio')
  await expect(chipsOf(page)).toHaveCount(1)
  expect((await (await checked).json()).data.ids).toHaveLength(1)
  await expect(unread).toHaveCount(0)
  await answeredBy(/^Duda/)
  await expect(unread).toBeVisible()
  await expectAccessible(page)
  await composerOf(page).press('Enter')
  await expect(
    page.locator('[data-notice]').filter({ hasText: 'Este agente não lê “Método da turma de maio”' }),
  ).toContainText('que fica fora da mensagem.')
  await expect(repliesOf(page).last()).toHaveAccessibleName(/^Resposta de Duda/)
  await replyEnded(page)

  // A person who writes to the agent can limit a reply to this collection, on a phone too.
  await page.goto(`/app/${agent.id}/chat`)
  await type(page, '@turma')
  await expect(optionsOf(page)).toContainText([/Método da turma de maio.*Coleção da casa · 2 fontes/])
  await fits(page)
  await expectAccessible(page)
  await composerOf(page).press('Enter')
  await expect(chipsOf(page)).toContainText(['Método da turma de maio'])
  await exchange(page, 'Onde fica a promessa? Antes do preço [1]. [[repeat]]')
  await expect(repliesOf(page).last().getByRole('button', { name: 'Fonte 1: aula 1.md' })).toBeVisible()
  await expect(chipsOf(page)).toHaveCount(0)
  await mention(page, 'turma', 'Método da turma de maio')
  const { version } = await storedAgent(page, agent.id)
  await changeAgent(page, agent.id, { collectionIds: [], version })
  await composerOf(page).fill('Um texto que fica')
  await composerOf(page).press('Enter')
  await expect(
    page.getByText('Este agente não lê “Método da turma de maio”, que saiu da conversa.'),
  ).toBeVisible()
  await expect(chipsOf(page)).toHaveCount(0)
  await expect(composerOf(page)).toHaveValue('Um texto que fica')

  await page.goto('/app/admin/auditoria')
  await expect(page.getByText(/criou a coleção da casa/).first()).toBeVisible()
  // Other journeys count the agents.
  await removeAgent(page, agent.id)
})

import { addDocumentSource, makeCollection } from './helpers/collections.ts'
import { groundsOf, makeBrand, mention, stored, test } from './helpers/context.ts'
import {
  DOCUMENTS,
  makeDocument,
  patchDocument,
  saveOf,
  textOf,
  writeAsMarkdown,
} from './helpers/documents.ts'
import {
  chatIdOf,
  exchange,
  expect,
  expectAccessible,
  goToNewChat,
  openNewChat,
  repliesOf,
} from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

const REPLY =
  'A horta cabe na janela e cresce com pouca água. O vaso pede terra boa e um pouco de sol da manhã. Manjericão, salsa e cebolinha crescem juntos sem brigar.'

test('a sample comes from the Acervo, and a rule from repeated edits is kept only when it is accepted', async ({
  page,
  context,
  server,
  double,
}) => {
  await writeAsMarkdown(context)
  await openNewChat(page, server.url)
  const brandId = await makeBrand(page, 'Raiz na Janela')
  const lesson = await makeDocument(page, server.url, { title: 'Aula um', body: `${REPLY} Bora!` })
  const collection = await makeCollection(page, server.url, 'Aulas')
  await addDocumentSource(page, server.url, collection, lesson)
  // A collection and its source are choices once the source is read.
  await expect
    .poll(async () => (await stored(page, '/collections/choices')).items)
    .toMatchObject([{ kind: 'collection' }, { kind: 'source', name: 'Aula um' }])

  await page.goto(`/app/personalizacao/marcas/${brandId}/voz`)
  await page.getByRole('button', { name: 'Usar uma fonte do Acervo' }).click()
  const sheet = page.getByRole('dialog', { name: 'Qual fonte do Acervo?' })
  const source = sheet.getByRole('list', { name: 'Fontes' }).getByRole('button')
  await expect(source).toHaveCount(1)
  await expectAccessible(page)
  await source.click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Amostras' })).toContainText('Aula um')

  await goToNewChat(page)
  await mention(page, 'raiz', 'Raiz na Janela')
  double.script({ kind: 'reply', tokens: [`${REPLY} 🌱`], delayMs: 0 })
  await exchange(page, 'Escreva a página')
  await expect(groundsOf(repliesOf(page).last())).toContainText(['Raiz na Janela'])
  const messages = await stored(page, `/chats/${chatIdOf(page)}/messages`)
  const messageId = (messages as unknown as { id: string }[]).at(-1)?.id ?? ''
  const saved = { title: 'Página', body: `${REPLY} 🌱`, messageId }
  for (let made = 0; made < 2; made += 1) {
    const { id } = await makeDocument(page, server.url, saved)
    await patchDocument(page, server.url, id, { body: REPLY, version: 1 })
  }
  const { id } = await makeDocument(page, server.url, saved)
  const proposal = page.getByRole('region', { name: 'Regra para a voz da marca' })
  await page.goto(`${DOCUMENTS}/${id}/editar`)
  await textOf(page).fill(REPLY)
  await saveOf(page).click()
  await expect(proposal).toContainText('Você tirou os emojis 3 vezes em textos de Raiz na Janela.')
  expect((await stored(page, `/brands/${brandId}/voice`)).moves).toEqual([])
  await proposal.getByRole('button', { name: 'Mudar antes' }).click()
  await proposal.getByLabel('Regra').fill(' ')
  await proposal.getByRole('button', { name: 'Guardar' }).click()
  await expect(proposal.getByText('O texto precisa de palavras')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await proposal.getByLabel('Regra').fill('Nada de emoji.')
  await proposal.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Guardado na voz de Raiz na Janela.')).toBeFocused()
  await page.getByRole('link', { name: 'Abrir a voz da marca' }).click()
  await expect(page.getByLabel('Jeitos de escrever (opcional)')).toHaveValue('Nada de emoji.')
  await page.goto(`${DOCUMENTS}/${id}`)
  await expect(page.getByRole('article')).toContainText('Manjericão')
  await expect(proposal).toHaveCount(0)
})

test('forbidden words of a reply are replaced in one step, and a model that disobeys is told of', async ({
  page,
  server,
  double,
}) => {
  await openNewChat(page, server.url)
  const brandId = await makeBrand(page, 'Raiz na Janela')
  const voice = { forbiddenWords: ['gratuito', 'segredo'], favouriteWords: [], moves: [] }
  const put = await page.request.put(`/api/v1/brands/${brandId}/voice`, {
    data: { ...voice, goodExample: '', badExample: '' },
    headers: { Origin: server.url },
  })
  expect(put.ok(), await put.text()).toBe(true)
  await goToNewChat(page)
  await mention(page, 'raiz', 'Raiz na Janela')
  double.script({
    kind: 'reply',
    tokens: [`## Horta na janela\n\nO curso é gratuito. ${REPLY}\n\n- Sem segredo nenhum.`],
    delayMs: 0,
  })
  await exchange(page, 'Escreva a página')
  const meter = repliesOf(page).last().getByRole('region', { name: 'Voz de Raiz na Janela' })
  double.scriptAside(
    { kind: 'reply', tokens: ['1: O curso não custa nada.\n2: Sem SEGREDO algum.'], delayMs: 0 },
    { kind: 'reply', tokens: ['1: Segredo zero.'], delayMs: 0 },
  )
  await meter.getByRole('button', { name: 'Trocar palavras proibidas' }).click()
  const sheet = page.getByRole('dialog', { name: 'Trocar palavras proibidas' })
  await expect(sheet).toContainText('Uma frase mudou. Nada é guardado até você usar.')
  await expect(sheet.getByRole('region', { name: 'O que muda' })).toContainText('entrou: custa nada')
  await expect(sheet).toContainText(
    'O modelo não escreveu sem as palavras proibidas, mesmo pedindo duas vezes.',
  )
  await expect(sheet.getByRole('list', { name: 'Frases que não mudaram' })).toHaveText('Sem segredo nenhum.')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Deixar como está' }).click()

  // The double obeys when it is asked again.
  await meter.getByRole('button', { name: 'Trocar palavras proibidas' }).click()
  await expect(sheet).toContainText('2 frases mudaram.')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await sheet.getByRole('button', { name: 'Salvar como documento' }).click()
  await page.getByRole('button', { name: 'Abrir', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Horta na janela')
  const { body } = await stored(page, `/documents/${new URL(page.url()).pathname.split('/').at(-1)}`)
  expect(body).toBe(`## Horta na janela\n\nO curso é outra coisa. ${REPLY}\n\n- Sem outra coisa nenhum.`)
})

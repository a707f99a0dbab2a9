import type { Page } from '@playwright/test'
import {
  bodyOf,
  DOCUMENTS,
  expectShown,
  makeDocument,
  paste,
  patchDocument,
  rewritingOf,
  saveOf,
  TEXT,
  textOf,
  titleOf,
  toolOf,
} from './helpers/documents.ts'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'
import { makeChat } from './helpers/history.ts'
import { fits } from './helpers/viewports.ts'

const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const viewOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a document is written with toolbar and slash menu, a part rewritten and undone in one step', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto(`${DOCUMENTS}/new`)
  await titleOf(page).fill('Página de vendas')
  await textOf(page).click()
  await expectAccessible(page)

  // Slash menu.
  await page.keyboard.type('/título 2')
  await expect(page.getByRole('option', { name: 'Título 2' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(toolOf(page, 'Título 2')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('Promessa')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Venda ')
  await toolOf(page, 'Negrito').click()
  await page.keyboard.type('todo dia')
  await toolOf(page, 'Negrito').click()
  await page.keyboard.type(' no feed. Sem lançar nada, nunca mais.')
  await page.keyboard.press('Enter')
  await toolOf(page, 'Lista de tarefas').click()
  await page.keyboard.type('roteiro')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1 * 2 e a_b')
  await textOf(page).getByRole('checkbox').first().check()
  await saveOf(page).click()
  await expectShown(page, 'Página de vendas')
  const id = idOf(page)
  const body =
    '## Promessa\n\nVenda **todo dia** no feed. Sem lançar nada, nunca mais.\n\n- [x] roteiro\n- [ ] 1 * 2 e a_b'
  expect(await bodyOf(page, id)).toBe(body)

  // A part is rewritten beside the text, and taken.
  await page.getByRole('link', { name: 'Editar' }).click()
  const paragraph = textOf(page).getByText('Venda')
  await expect(paragraph).toBeVisible()
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  await paragraph.click({ clickCount: 3 })
  await toolOf(page, 'Reescrever').click()
  await expect(rewritingOf(page)).toBeVisible()
  await expectAccessible(page)
  await rewritingOf(page).getByRole('button', { name: 'Mais curto' }).click()
  const difference = rewritingOf(page).getByRole('region', { name: 'O que muda' })
  await expect(difference.getByRole('deletion')).toContainText('Sem lançar nada, nunca mais.')
  await expectAccessible(page)
  await rewritingOf(page).getByRole('button', { name: 'Usar esta versão' }).click()
  await expect(rewritingOf(page)).toHaveCount(0)
  await expect(textOf(page)).toContainText('Venda todo dia no feed.')
  await expect(textOf(page)).not.toContainText('Sem lançar')
  await page.keyboard.press('Control+z')
  await expect(textOf(page)).toContainText('Sem lançar nada, nunca mais.')
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(textOf(page)).not.toContainText('Sem lançar')

  // Left as it is: a request of one's own.
  await textOf(page).getByText('Venda').click({ clickCount: 3 })
  await toolOf(page, 'Reescrever').click()
  await rewritingOf(page).getByLabel('Pedido próprio').fill('Diga “Venda sempre, **sempre**.”')
  await rewritingOf(page).getByLabel('Pedido próprio').press('Enter')
  await expect(difference.getByRole('insertion').first()).toBeVisible()
  await rewritingOf(page).getByRole('button', { name: 'Deixar como está' }).click()
  await expect(textOf(page)).not.toContainText('Venda sempre')

  await page.keyboard.press('Control+s')
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  expect(await bodyOf(page, id)).toBe(body.replace(' Sem lançar nada, nunca mais.', ''))
  await page.reload()
  await expect(textOf(page).getByRole('heading', { name: 'Promessa' })).toBeVisible()

  // The Markdown view is remembered.
  await viewOf(page, 'Markdown').click()
  await expect(textOf(page)).toHaveValue(/^## Promessa/)
  await page.reload()
  await expect(textOf(page)).toHaveValue(/^## Promessa/)
  await textOf(page).fill(TEXT)
  await viewOf(page, 'Visual').click()
  await expect(textOf(page).getByRole('cell', { name: 'Aquecer' })).toBeVisible()
  await textOf(page).getByRole('cell', { name: 'Aquecer' }).click()
  await toolOf(page, 'Linhas e colunas').click()
  await page.getByRole('menuitem', { name: 'Linha abaixo' }).click()
  await expect(textOf(page).getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
})

test('opening changes nothing, a small change stays small, and what it cannot show opens as Markdown', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const body = '* um\n* dois\n\nPrimeira  \nlinha\n\n\nTítulo\n======\n\n__forte__ fim'
  const { id } = await makeDocument(page, server.url, { title: 'Antigo', body })
  await page.goto(`${DOCUMENTS}/${id}/editar`)
  await expect(textOf(page).getByRole('heading', { name: 'Título' })).toBeVisible()
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  await textOf(page).getByText('forte').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect(page.getByText('Ainda não salvo.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  await page.keyboard.type('!')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  expect(await bodyOf(page, id)).toBe('* um\n* dois\n\nPrimeira  \nlinha\n\nTítulo\n======\n\n**forte** fim!')

  for (const [text, reason] of [
    ['Antes\n\n<div align="center">meio</div>', 'Este texto tem HTML'],
    ['![foto](https://exemplo.com/a.png)', 'Este texto tem imagens'],
    ['veja [isto][1]\n\n[1]: https://exemplo.com', 'links por referência'],
  ] as const) {
    const other = await makeDocument(page, server.url, { title: 'Outro', body: text })
    await page.goto(`${DOCUMENTS}/${other.id}/editar`)
    await expect(textOf(page)).toHaveValue(text)
    await expect(textOf(page)).toHaveAccessibleDescription(new RegExp(reason))
    await expect(page.getByText('Tudo salvo.')).toBeVisible()
    await expectAccessible(page)
  }
})

const HOSTILE = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>@page{size:1cm}</style></head>
<body><!--StartFragment--><b style="font-weight:normal" id="docs-internal-guid-1">
<p class="MsoNormal" style="position:fixed;inset:0;background:url(https://evil.example/a)" onclick="window.hacked=1">Um <span style="font-weight:700">forte</span><o:p></o:p></p>
<script>window.hacked=2</script><img src=x onerror="window.hacked=3"><svg onload="window.hacked=4"><a href="javascript:1">s</a></svg>
<iframe srcdoc="<script>parent.hacked=5</script>"></iframe><img src="data:image/png;base64,AAAA">
<p><a href="javascript:window.hacked=6">falso</a> <a href="https://exemplo.com/x">bom</a> <a href="mailto:a@b.co">carta</a></p>
<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·&nbsp;</span>item um</p>
<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·&nbsp;</span>item dois</p>
<table><tr><th>A</th><th>B</th></tr><tr><td><table><tr><td>dentro</td></tr></table></td><td><ul><li>x</li></ul></td></tr></table>
<ol start="dez"><li>passo</li></ol></b><form action="//evil.example"><input name=senha autofocus onfocus="window.hacked=7"></form></body></html>`

test('a hostile paste keeps its words and nothing else; one that no document holds is refused', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const { id } = await makeDocument(page, server.url, { title: 'Colado', body: 'x' })
  await page.goto(`${DOCUMENTS}/${id}/editar`)
  await textOf(page).click()
  await page.keyboard.press('Control+a')
  await paste(page, { 'text/html': HOSTILE, 'text/plain': 'nada' })
  await expect(textOf(page).getByRole('listitem')).toHaveText(['item um', 'item dois', 'passo'])
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Tudo salvo.')).toBeVisible()
  expect(await bodyOf(page, id)).toBe(
    [
      'Um **forte**',
      'falso [bom](https://exemplo.com/x) [carta](mailto:a@b.co)',
      '- item um\n- item dois',
      '| A | B |\n| --- | --- |\n| dentro | x |',
      '1. passo',
    ].join('\n\n'),
  )
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  await expect(page.locator('[data-path] :is(img, script, iframe, svg, form)')).toHaveCount(0)

  await page.keyboard.press('Control+a')
  await paste(page, {
    'text/html': `<p>${'palavra '.repeat(700_000)}</p>`,
    'text/plain': 'palavra '.repeat(700_000),
  })
  await expect(page.getByText('O que você colou é grande demais')).toBeVisible()
  await expect(textOf(page)).toContainText('item dois')
  // Of a heavy page with little text, the text.
  await paste(page, {
    'text/html': `<p style="${'x'.repeat(2_100_000)}">a</p>`,
    'text/plain': '# Só o texto',
  })
  await expect(textOf(page)).toContainText('# Só o texto')
  await page.keyboard.press('Control+z')
  await expect(textOf(page)).toContainText('item dois')
})

test('two tabs: the second is told at once, and nothing is overwritten', async ({ page, server }) => {
  await signUp(page, server.url)
  const { id } = await makeDocument(page, server.url, { title: 'Roteiro', body: 'No começo' })
  await page.goto(`${DOCUMENTS}/${id}/editar`)
  await expect(textOf(page)).toContainText('No começo')
  const tab = await page.context().newPage()
  await tab.goto(`${DOCUMENTS}/${id}/editar`)
  await textOf(tab).click()
  await tab.keyboard.press('End')
  await tab.keyboard.type(' e no fim')
  await tab.keyboard.press('Control+s')
  await expect(tab.getByText('Tudo salvo.')).toBeVisible()

  const told = page.getByText('Este documento foi salvo em outro lugar.')
  await expect(told).toBeVisible()
  await expect(textOf(page)).toHaveText('No começo')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Abrir a versão nova' }).click()
  await expect(told).toHaveCount(0)
  await expect(textOf(page)).toHaveText('No começo e no fim')

  await textOf(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(', meu')
  await patchDocument(page, server.url, id, { body: 'De outro aparelho', version: 2 })
  await tab.keyboard.type(', da outra')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: 'Comparar as duas' }).click()
  const sheet = page.getByRole('dialog', { name: 'Este documento mudou em outro lugar' })
  await sheet.getByRole('button', { name: 'Ver a outra versão' }).click()
  await expect(sheet.getByText('De outro aparelho')).toBeVisible()
  await sheet.getByRole('button', { name: 'Salvar a minha por cima' }).click()
  await expectShown(page, 'Roteiro')
  expect(await bodyOf(page, id)).toBe('No começo e no fim, meu')
})

test('a document stands beside the chat that it comes from', async ({ page, server }) => {
  await signUp(page, server.url)
  const chat = await makeChat(page, server.url, 'Como vendo mais?')
  const response = await page.request.get(`/api/v1/chats/${chat.id}/messages`)
  const messageId = (await response.json()).data.at(-1).id
  const { id } = await makeDocument(page, server.url, { title: 'Plano', body: TEXT, messageId })
  await page.goto(`${DOCUMENTS}/${id}/editar`)
  await page.getByRole('button', { name: 'Conversa ao lado' }).click()
  const panel = page.getByRole('complementary', { name: 'Conversa' })
  await expect(panel).toContainText('Como vendo mais?')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panel).toBeHidden()
  await page.getByRole('link', { name: 'Ver na conversa' }).click()
  await expect(page).toHaveURL(new RegExp(`/app/${chat.agentId}/${chat.id}`))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('one writes with the toolbar above the keyboard, rewrites, saves and reloads', async ({
    page,
    server,
  }) => {
    await signUp(page, server.url)
    await page.goto(`${DOCUMENTS}/new`)
    await titleOf(page).fill('No telefone')
    await textOf(page).tap()
    await fits(page)
    // With the keyboard open.
    await page.setViewportSize({ width: 390, height: 500 })
    const bar = page.getByRole('toolbar', { name: 'Formatação' })
    await expect
      .poll(() => bar.evaluate((it) => Math.round(innerHeight - it.getBoundingClientRect().bottom)))
      .toBe(0)
    for (const tool of await bar.getByRole('button').all()) {
      const box = await tool.boundingBox()
      expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await toolOf(page, 'Título 1').tap()
    await page.keyboard.type('Começo')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Primeira frase. Segunda frase.')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await textOf(page).getByText('Primeira').click({ clickCount: 3 })
    await toolOf(page, 'Reescrever').tap()
    await rewritingOf(page).getByRole('button', { name: 'Mais direto' }).tap()
    await expect(rewritingOf(page).getByRole('button', { name: 'Usar esta versão' })).toBeVisible()
    await fits(page)
    await expectAccessible(page)
    await rewritingOf(page).getByRole('button', { name: 'Usar esta versão' }).tap()
    await expect(textOf(page)).not.toContainText('Segunda frase')
    await toolOf(page, 'Desfazer').tap()
    await expect(textOf(page)).toContainText('Segunda frase')
    await titleOf(page).tap()
    await saveOf(page).tap()
    await expect(page.getByRole('article')).toBeVisible()
    await expectShown(page, 'No telefone')
    expect(await bodyOf(page, idOf(page))).toBe('# Começo\n\nPrimeira frase. Segunda frase.')
    await page.getByRole('link', { name: 'Editar' }).tap()
    await expect(textOf(page).getByRole('heading', { name: 'Começo' })).toBeVisible()
  })
})

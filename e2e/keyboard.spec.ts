import { cardsOf } from './helpers/business.ts'
import { chipsOf, optionsOf } from './helpers/context.ts'
import { composerOf, expect, newPerson, repliesOf, replyEnded, test } from './helpers/fixtures.ts'
import { arrowTo, enter, tabTo, write } from './helpers/keyboard.ts'
import { menuOf, sheetOf } from './helpers/save-as.ts'

// This file uses no pointer.

test('every page is usable by keyboard alone, and the focus is always visible', async ({ page }) => {
  test.setTimeout(150_000)
  const keys = page.keyboard
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true }).first()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const person = newPerson()

  await test.step('an account', async () => {
    await page.goto('/')
    await enter(page, link('Criar conta grátis'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monte o seu elenco')
    await write(page, field('Nome'), person.name)
    await write(page, field('E-mail'), 'sem-arroba')
    await write(page, field('Senha'), person.password)
    await write(page, field('Confirme a senha'), person.password)
    await keys.press('Enter')
    // The first invalid field gets the focus.
    await expect(field('E-mail')).toBeFocused()
    await keys.press('Control+a')
    await keys.type(person.email)
    await tabTo(page, page.getByRole('checkbox', { name: /Li e aceito/ }))
    await keys.press('Space')
    await keys.press('Enter')
    await page.waitForURL(/\/app\/?$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Marina')
  })

  await test.step('skipping repeated content', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Marina')
    await enter(page, link('Pular para o conteúdo'), { key: 'Shift+Tab' })
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('a product, through the command palette', async () => {
    await keys.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Buscar em tudo' })).toBeFocused()
    await keys.type('produtos')
    await expect(page.getByRole('option', { selected: true })).toContainText('Personalização')
    await keys.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seu negócio')
    await enter(
      page,
      page.getByRole('navigation', { name: 'Personalização' }).getByRole('link', { name: 'Produtos' }),
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Produtos')
    await enter(page, link('Novo produto'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Novo produto')
    await write(page, field('Nome'), 'Mentoria Vitrine')
    await tabTo(page, page.getByRole('radio').first())
    await keys.press('ArrowDown')
    await write(page, field('Persona principal'), 'Confeiteiras que vendem por encomenda')
    await write(page, field('Transformação'), 'De encomenda a vitrine cheia')
    await write(page, field('Preço ancorado'), '1.997,00')
    await write(page, field('Preço praticado'), '997')
    await write(page, field('Quantidade máxima de parcelas'), '12')
    await write(page, field('Valor da parcela'), '99,70')
    await write(page, field('Conteúdo'), 'Oito encontros')
    await enter(page, button(/^Salvar(?! rascunho)/))
    await expect(cardsOf(page, 'Produtos')).toHaveCount(1)
  })

  await test.step('an agent, and a chat about it', async () => {
    await enter(page, link('Elenco, início'), { key: 'Shift+Tab' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Marina')
    await enter(
      page,
      page.getByRole('region', { name: 'O elenco', exact: true }).getByRole('link', { name: /Clara/ }),
    )
    await expect(composerOf(page)).toHaveAccessibleName(/^Mensagem para Clara/)
    await expect(composerOf(page)).toBeFocused()
    await keys.type('Escreva a promessa de @mentoria')
    await expect(optionsOf(page).first()).toContainText('Mentoria Vitrine')
    await keys.press('Enter')
    await expect(chipsOf(page)).toHaveText(/Mentoria Vitrine/)
    await expect(composerOf(page)).toBeFocused()
    await keys.type('[[tokens=60 delay=10]]')
    await keys.press('Enter')
    await replyEnded(page)
    await expect(composerOf(page)).toBeFocused()
  })

  await test.step('the reply, saved as a document', async () => {
    await tabTo(page, menuOf(page), { key: 'Shift+Tab' })
    await keys.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await keys.press('Escape')
    await expect(menuOf(page)).toBeFocused()
    await keys.press('Enter')
    const item = page.getByRole('menuitem', { name: 'Salvar como…', exact: true })
    await arrowTo(page, item)
    await keys.press('Enter')
    await expect(sheetOf(page)).toBeVisible()
    // The sheet is modal, and closing it returns the focus to its opener.
    await tabTo(page, sheetOf(page).getByRole('button', { name: /^Documento/ }))
    await keys.press('Escape')
    await expect(sheetOf(page)).toHaveCount(0)
    await expect(menuOf(page)).toBeFocused()
    await keys.press('Enter')
    await arrowTo(page, item)
    await keys.press('Enter')
    await enter(page, sheetOf(page).getByRole('button', { name: /^Documento/ }))
    await expect(page.getByText(/^Documento “.*” salvo\.$/)).toBeVisible()
    await expect(menuOf(page)).toBeFocused()
    await expect(repliesOf(page)).toHaveCount(1)
  })

  await test.step('the profile, from the account menu', async () => {
    const account = button(/^Sua conta/)
    await tabTo(page, account, { key: 'Shift+Tab' })
    await keys.press('Enter')
    await keys.press('Escape')
    await expect(account).toBeFocused()
    await keys.press('Enter')
    await enter(page, link('Seu perfil'))
    await enter(page, link('Editar perfil'))
    await tabTo(page, field('Nome'))
    await keys.press('Control+a')
    await keys.type('Marina de Souza')
    await enter(page, button('Salvar'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marina de Souza')
  })

  await test.step('signing out', async () => {
    await enter(page, button(/^Sua conta/), { key: 'Shift+Tab' })
    await enter(page, button('Sair'))
    await page.waitForURL(/\/sign-in/)
    await write(page, field('E-mail'), person.email)
    await write(page, field('Senha'), person.password)
    await keys.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Marina')
  })
})

import type { Page } from '@playwright/test'
import { answerOnboarding, keptTexts } from './helpers/business.ts'
import { expect, expectAccessible, fillSignIn, signUp, test } from './helpers/fixtures.ts'
import { failure } from './helpers/stub-responses.ts'

const INVITATION = 'O elenco quer conhecer o seu negócio'
const FIRST_PRODUCT = 'Qual é o seu primeiro produto?'

/** The list of first steps with this one current. */
const listAt = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Primeiros passos' })
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const invitation = (page: Page) => listAt(page, INVITATION)
const firstProduct = (page: Page) => listAt(page, FIRST_PRODUCT)
const goal = (page: Page) => page.getByLabel('O que você quer alcançar com o marketing digital?')
const answers = (page: Page) => page.getByRole('region', { name: 'Suas respostas' })
const next = (page: Page) => page.getByRole('button', { name: 'Continuar' })
const step = (page: Page, number: number) => page.getByText(`Passo ${number} de 3`)

test('home offers the questionnaire, which is answered in steps and survives a reload', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto('/app')
  await expect(invitation(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  await invitation(page).getByRole('link', { name: 'Começar' }).click()
  await page.waitForURL(/\/app\/personalizacao\/?$/)
  await expect(step(page, 1)).toBeVisible()
  await expectAccessible(page)

  await next(page).click()
  const first = page.getByRole('radio', { name: /Iniciante/ })
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription('Selecione o seu momento')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Intermediário.*De R\$ 10 mil a R\$ 100 mil/ })).toBeChecked()
  await page.keyboard.press('Enter')

  await expect(step(page, 2)).toBeVisible()
  await expect(goal(page)).toBeFocused()
  await expectAccessible(page)
  await next(page).click()
  await expect(goal(page)).toHaveAccessibleDescription(/Objetivo é obrigatório/)
  await goal(page).fill('Cem alunos por mês')
  await page.reload()
  await expect(step(page, 3)).toBeVisible()
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect(goal(page)).toHaveValue('Cem alunos por mês')
  await next(page).click()

  await expect(page.getByRole('checkbox', { name: /^Lançamento Carrinho/ })).toBeFocused()
  await page.getByRole('button', { name: 'Concluir' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Selecione pelo menos uma estratégia' }),
  ).toBeVisible()
  await page.getByRole('checkbox', { name: /Lançamento pago/ }).check()
  await page.getByRole('checkbox', { name: /Perpétuo/ }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Concluir' }).click()
  await expect(answers(page)).toContainText('Intermediário')
  await expect(answers(page)).toContainText('De R$ 10 mil a R$ 100 mil por mês')
  await expect(answers(page)).toContainText('Cem alunos por mês')
  await expect(answers(page)).toContainText('Perpétuo')
  await expect(answers(page)).toBeFocused()
  await expectAccessible(page)

  const me = await (await page.request.get('/api/v1/me')).json()
  expect(me.data).toMatchObject({ hasCompletedOnboarding: true, hasBeenOfferedOnboarding: true })
  expect(await keptTexts(page)).not.toContain('Cem alunos')
  await page.goto('/app')
  await expect(firstProduct(page)).toBeVisible()
  await expect(invitation(page)).toHaveCount(0)
})

test('a declined questionnaire makes room for the next step, in another browser too', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto('/app')
  const told = page.waitForResponse('**/api/v1/me/onboarding/offer')
  await invitation(page).getByRole('button', { name: 'Agora não' }).click()
  await expect(firstProduct(page)).toBeVisible()
  await expect(invitation(page)).toHaveCount(0)
  expect((await told).status()).toBe(200)

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(firstProduct(page)).toBeVisible()
  await expect(invitation(page)).toHaveCount(0)
  await expectAccessible(page)
  await firstProduct(page).getByRole('button', { name: 'Agora não' }).click()
  await expect(listAt(page, 'Com quem você quer começar?')).toBeVisible()
  // It stays available after being declined.
  await page.getByRole('button', { name: 'Negócio (por fazer)' }).click()
  await expect(invitation(page)).toBeVisible()

  await page.getByRole('button', { name: /^Sua conta/ }).click()
  await page.locator('[popover]').getByRole('link', { name: 'Personalização' }).click()
  await expect(step(page, 1)).toBeVisible()
})

test('an ended session keeps the answers, and signing out deletes them', async ({ page, server }) => {
  const person = await signUp(page, server.url)
  await page.goto('/app/personalizacao')
  await page.getByRole('radio', { name: /Avançado/ }).check()
  await next(page).click()
  await goal(page).fill('Um lançamento por trimestre')
  await next(page).click()
  await page.getByRole('checkbox', { name: /Evento presencial/ }).check()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Concluir' }).click()
  await page.waitForURL(/\/sign-in/)
  await fillSignIn(page, person)
  await page.waitForURL(/\/app\/personalizacao\/?$/)
  await expect(step(page, 3)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Evento presencial/ })).toBeChecked()
  expect(await keptTexts(page)).toContain('Um lançamento por trimestre')

  await page.getByRole('button', { name: /^Sua conta/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL(/\/sign-in/)
  expect(await keptTexts(page)).not.toContain('Um lançamento por trimestre')
})

test('saved answers are shown, changed, and left unchanged', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto('/app')
  await answerOnboarding(page)
  await page.goto('/app/personalizacao')
  await expect(answers(page)).toContainText('Cem alunos por mês até dezembro')
  const edit = page.getByRole('button', { name: 'Editar' })
  await edit.click()
  await expect(page.getByRole('radio', { name: /Intermediário/ })).toBeChecked()
  await page.getByRole('radio', { name: /Big player/ }).check()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(answers(page)).toContainText('Intermediário')

  await edit.click()
  await expect(page.getByRole('radio', { name: /Intermediário/ })).toBeChecked()
  await page.getByRole('radio', { name: /Big player/ }).check()
  await next(page).click()
  await next(page).click()
  await page.route('**/api/v1/me/onboarding', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 400,
          json: failure('VALIDATION_ERROR', 'x', { digitalMarketingGoal: 'Objetivo é obrigatório' }),
        })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Concluir' }).click()
  await expect(step(page, 2)).toBeVisible()
  await expect(goal(page)).toHaveAccessibleDescription(/Objetivo é obrigatório/)
  await expect(goal(page)).toHaveValue('Cem alunos por mês até dezembro')
  await page.unroute('**/api/v1/me/onboarding')
  await goal(page).fill('Dobrar o ticket')
  await next(page).click()
  await page.getByRole('button', { name: 'Concluir' }).click()
  await expect(answers(page)).toContainText('Big player')
  await page.reload()
  await expect(answers(page)).toContainText('Dobrar o ticket')
})

test('answers that fail to load are reported, with a retry', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.route('**/api/v1/me/onboarding', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/app/personalizacao')
  const said = page.getByRole('alert').filter({ hasText: 'Suas respostas não carregaram' })
  await expect(said).toBeVisible()
  await page.unroute('**/api/v1/me/onboarding')
  await said.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(step(page, 1)).toBeVisible()
})

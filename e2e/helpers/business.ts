import type { Locator, Page } from '@playwright/test'
import type { CreateBrand } from '#shared/contract/brands.ts'
import type { CreateOffer } from '#shared/contract/offers.ts'
import type { OnboardingAnswers } from '#shared/contract/onboarding.ts'
import type { CreateProduct } from '#shared/contract/products.ts'
import { expect } from './fixtures.ts'

// The user's business data, created through the API with the page's session.

const call = async (page: Page, method: 'POST' | 'PUT' | 'DELETE', path: string, data?: unknown) => {
  const origin = new URL(page.url()).origin
  const response = await page.request.fetch(`/api/v1${path}`, {
    method,
    ...(data !== undefined && { data }),
    headers: { Origin: origin, 'Content-Type': 'application/json' },
  })
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true)
  return (await response.json()).data as { id: string }
}

export const METHOD: CreateProduct = {
  name: 'Método Primeira Venda',
  type: 'Curso Gravado',
  transformation: 'De perfil parado a primeira venda em 30 dias',
  mainPersona: 'Confeiteiras que vendem só por encomenda',
  anchorPrice: '1.997,00',
  practicePrice: 'R$ 997',
  maxInstallments: 12,
  installmentValue: '99,70',
  contentDetails: 'Oito módulos e quatro encontros ao vivo',
  additionalDeliverables: '',
}

export const keepProduct = (page: Page, change: Partial<CreateProduct> = {}) =>
  call(page, 'POST', '/products', { ...METHOD, ...change })

export const keepBrand = (page: Page, change: Partial<CreateBrand> = {}) =>
  call(page, 'POST', '/brands', { name: 'Doces da Marina', audience: 'Mães que vendem de casa', ...change })

export const keepOffer = (
  page: Page,
  change: Pick<CreateOffer, 'productIds' | 'brandIds'> & { name?: string },
) =>
  call(page, 'POST', '/offers', {
    name: 'Turma de março',
    bigIdea: 'Quem encomenda antes paga o curso inteiro',
    mechanism: 'Pré-venda com dez fregueses',
    offer: 'Curso, planilha e garantia de 15 dias',
    ...change,
  })

export const answerOnboarding = (page: Page, change: Partial<OnboardingAnswers> = {}) =>
  call(page, 'PUT', '/me/onboarding', {
    marketingLevel: 'intermediario',
    digitalMarketingGoal: 'Cem alunos por mês até dezembro',
    strategies: ['perpetuo'],
    ...change,
  })

export const deleteProduct = (page: Page, id: string) => call(page, 'DELETE', `/products/${id}?force=true`)

/** Chooses an item of a card's menu. */
export async function chooseFor(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Opções de ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The cards of a list. */
export const cardsOf = (page: Page, list: string): Locator =>
  page.getByRole('region', { name: list }).getByRole('listitem')

/** All texts in this browser's storage. */
export const keptTexts = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))

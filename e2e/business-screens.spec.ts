import type { Page } from '@playwright/test'
import { answerOnboarding, keepBrand, keepOffer, keepProduct } from './helpers/business.ts'
import { expect, signUp, test } from './helpers/fixtures.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

const TABS = ['Perfil', 'Produtos', 'Marcas', 'Ofertas', 'Documentos', 'Credenciais'] as const
/** The maximum length without a break opportunity. */
const LONG = 'Desentupimentoinstitucionalizado'.repeat(4).slice(0, 120)

/** Opens every tab. */
async function walk(page: Page) {
  const tabs = page.getByRole('navigation', { name: 'Personalização' })
  for (const tab of TABS) {
    const link = tabs.getByRole('link', { name: tab })
    // There the tabs scroll.
    await page.setViewportSize({ width: 390, height: 844 })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(link).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('status', { name: /^Carregando/ })).toHaveCount(0)
    await holdsInEveryLook(page)
  }
}

test('every tab and form is accessible and fits, empty and full, whatever it is called', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto('/app/personalizacao')
  await walk(page)
  await page.goto('/app/personalizacao/produtos/new')
  await expect(page.getByRole('button', { name: /^Salvar(?! rascunho)/ })).toBeVisible()
  await holdsInEveryLook(page)

  const { id: productId } = await keepProduct(page, { name: LONG })
  const { id: brandId } = await keepBrand(page, {
    name: LONG,
    website: `https://${'a'.repeat(60)}.com.br`,
  })
  const { id } = await keepOffer(page, { name: LONG, productIds: [productId], brandIds: [brandId] })
  await answerOnboarding(page, { digitalMarketingGoal: LONG.repeat(8) })
  await page.goto('/app/personalizacao')
  await walk(page)
  for (const path of [`produtos/${productId}`, `marcas/${brandId}`, `ofertas/${id}`]) {
    await page.goto(`/app/personalizacao/${path}`)
    await expect(page.getByRole('button', { name: /^Salvar(?! rascunho)/ })).toBeVisible()
    await holdsInEveryLook(page)
  }
})

import type { Page } from '@playwright/test'
import { groundsOf, makeBrand, mention, stored, test } from './helpers/context.ts'
import {
  exchange,
  expect,
  expectAccessible,
  goToNewChat,
  openNewChat,
  repliesOf,
} from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

const SAMPLES = [
  'Você já olhou a sua janela hoje? Tem sol aí. Bora botar um vaso nela! 🌱',
  'Olha só: manjericão não quer curso. Quer água. Você rega na janela, ele cresce. Simples assim, né?',
  'Hoje a horta acordou feliz. E você? Bora espiar a janela antes do café!',
]
const STIFF = `O presente método gratuito foi desenvolvido para que os interessados possam aprender, com absoluta segurança e em pouco tempo, todas as técnicas de cultivo em pequenos espaços urbanos.

Ademais, informamos que o conteúdo contempla módulos referentes ao preparo do solo, à irrigação e à colheita. Portanto, recomendamos a leitura atenta de todas as orientações contidas no material. Contudo, ressaltamos que os resultados dependem da dedicação de cada participante.`

async function addSample(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Colar um texto' }).click()
  await page.getByLabel('Texto da amostra').fill(text)
  await page.getByRole('button', { name: 'Guardar amostra' }).click()
  await expect(page.getByLabel('Texto da amostra')).toHaveCount(0)
}

const measured = (page: Page) => page.getByRole('list', { name: 'O que medimos' })

async function voicePage(page: Page, url: string): Promise<string> {
  await openNewChat(page, url)
  const brandId = await makeBrand(page, 'Raiz na Janela')
  await page.goto(`/app/personalizacao/marcas/${brandId}`)
  await page.getByRole('link', { name: 'Abrir a voz da marca' }).click()
  await expect(page.getByRole('heading', { name: 'Voz da marca' })).toBeVisible()
  return brandId
}

test('a voice from three samples, and a reply that is measured beside it', async ({
  page,
  server,
  double,
}) => {
  const brandId = await voicePage(page, server.url)
  await expect(page.getByText('Faltam 3 amostras')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Descrever por mim' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Colar um texto' }).click()
  await page.getByRole('button', { name: 'Guardar amostra' }).click()
  await expect(page.getByText('Cole um texto', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  for (const text of SAMPLES) await addSample(page, text)
  await expect(measured(page)).toContainText('Fala com “você”')
  // One less is too few; the undo brings it back.
  await page.getByRole('list', { name: 'Amostras' }).getByRole('button').last().click()
  await expect(page.getByText('Falta 1 amostra')).toBeVisible()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(measured(page)).toBeVisible()

  await page.getByRole('button', { name: 'Descrever por mim' }).click()
  await expect(page.getByLabel('Jeitos de escrever (opcional)')).toHaveValue(/Abre com uma cena pequena/)
  await page.getByLabel('Jeitos de escrever (opcional)').fill('Abre com uma janela.')
  await page.getByLabel('Palavras proibidas (opcional)').fill(`${'a'.repeat(61)}, gratuito`)
  await page.getByRole('button', { name: 'Salvar voz' }).click()
  await expect(page.getByText('Uma palavra passa de 60 caracteres')).toBeVisible()
  await page.getByLabel('Palavras proibidas (opcional)').fill('gratuito, segredo')
  await page.getByRole('button', { name: 'janela', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Salvar voz' }).click()
  await expect(page.getByText('Voz salva.')).toBeVisible()
  await expect(page.getByText('3 amostras e 2 palavras proibidas')).toBeVisible()
  expect(await stored(page, `/brands/${brandId}/voice`)).toMatchObject({
    ...{
      moves: ['Abre com uma janela.'],
      forbiddenWords: ['gratuito', 'segredo'],
      favouriteWords: ['janela'],
    },
    goodExample: 'Põe o vaso na janela e espia amanhã cedo.',
  })

  await goToNewChat(page)
  await mention(page, 'raiz', 'Raiz na Janela')
  double.script({ kind: 'reply', tokens: [STIFF], delayMs: 0 })
  await exchange(page, 'Escreva a página')
  await expect(groundsOf(repliesOf(page).last())).toHaveText(['Raiz na Janela', 'Voz de Raiz na Janela'])
  const meter = repliesOf(page).last().getByRole('region', { name: 'Voz de Raiz na Janela' })
  await meter.getByText(/^Soa como/).click()
  await expect(meter.getByRole('list', { name: 'O que soa diferente' })).toContainText('Frases mais longas')
  await expect(meter).toContainText('Este texto soa formal')
  await expect(meter.locator('mark')).toHaveText(['gratuito'])
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the voice of a brand fits and is saved', async ({ page, server }) => {
    await voicePage(page, server.url)
    for (const text of SAMPLES) await addSample(page, text)
    await page.getByLabel('Palavras proibidas (opcional)').fill('gratuito')
    await fits(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Salvar voz' }).tap()
    await expect(page.getByText('3 amostras e 1 palavra proibida')).toBeVisible()
    await fits(page)
  })
})

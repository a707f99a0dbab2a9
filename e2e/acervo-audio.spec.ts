import { wavOf } from '#server/testing/factories/audio.ts'
import { makeCollection, sourcesOn } from './helpers/collections.ts'
import { test as base } from './helpers/context.ts'
import { expect, expectAccessible, signUp } from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

const test = base.extend<object, object>({
  variables: [
    async ({ double }, use) =>
      use({ OPENAI_BASE_URL: double.openaiBaseUrl, TRANSCRIPTION_MODEL: 'whisper-de-teste' }),
    { scope: 'worker' },
  ],
})

test('a recorded lesson is transcribed, and found at its minute', async ({ page, server }) => {
  await signUp(page, server.url)
  await makeCollection(page, server.url, 'Aulas gravadas')
  await page.goto('/app/personalizacao/acervo')
  await page.getByRole('link', { name: /^Aulas gravadas/ }).click()
  const add = page.getByRole('region', { name: 'Juntar fontes' })
  await expect(add).toContainText('MP3, M4A, WAV, WEBM ou OGG')
  await expect(add).toContainText('até 4 horas por dia')
  await page.getByLabel('Arquivos para o acervo').setInputFiles([
    {
      name: 'aula 3.wav',
      mimeType: 'audio/wav',
      // The first passage is full, so the second one begins at its own words.
      buffer: wavOf([0, 'Hoje é dia de oferta. '.repeat(47)], [751, 'O carrinho abre na quinta.']),
    },
    { name: 'silêncio.wav', mimeType: 'audio/wav', buffer: wavOf() },
  ])
  const sources = page.getByRole('list', { name: 'Fontes' }).getByRole('listitem')
  await expect(sources.filter({ hasText: 'aula 3.wav' })).toContainText('2 trechos', { timeout: 30_000 })
  const silent = sources.filter({ hasText: 'silêncio.wav' })
  await expect(silent).toContainText('nenhuma fala', { timeout: 30_000 })
  await expect(silent.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
  await expect(add).toContainText('Áudio transcrito hoje: 13 minutos')
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'Buscar nesta coleção' }).fill('carrinho')
  const found = page.getByRole('region', { name: 'Trechos achados' }).getByRole('listitem')
  await expect(found).toContainText('minuto 12:31')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
})

test('a lesson whose transcription failed is transcribed when it is tried again', async ({
  page,
  server,
  double,
}) => {
  await signUp(page, server.url)
  const { id } = await makeCollection(page, server.url, 'Aulas gravadas')
  await page.goto(`/app/personalizacao/acervo/${id}`)
  double.scriptTranscription({ kind: 'untimed' })
  const lesson = wavOf([0, 'O carrinho abre na quinta.'])
  await page
    .getByLabel('Arquivos para o acervo')
    .setInputFiles([{ name: 'aula 4.wav', mimeType: 'audio/wav', buffer: lesson }])
  const source = sourcesOn(page)
  const retry = source.getByRole('button', { name: 'Tentar de novo' })
  await expect(retry).toBeVisible({ timeout: 30_000 })
  await expect(source).toContainText('O serviço de transcrição não disse os minutos das falas.')
  await expectAccessible(page)
  await retry.click()
  await expect(source).toContainText('1 trecho', { timeout: 30_000 })
  await expect(retry).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Buscar nesta coleção' }).fill('carrinho')
  await expect(page.getByRole('region', { name: 'Trechos achados' })).toContainText('minuto 0:00')
})

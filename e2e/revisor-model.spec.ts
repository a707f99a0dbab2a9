import { JUDGE_LIMITS } from '#shared/revisor/limits.ts'
import { test } from './helpers/context.ts'
import { textOf } from './helpers/documents.ts'
import { expect, expectAccessible, signUp } from './helpers/fixtures.ts'
import { findingOf, review, statusOf } from './helpers/revisor.ts'
import { fits } from './helpers/viewports.ts'

const FILLER = 'Uma frase qualquer. '

test('a model that answers badly, or is cancelled, leaves the findings of the code', async ({
  page,
  server,
  double,
}) => {
  await signUp(page, server.url)
  await page.goto('/app/revisor')
  const reading = page.getByRole('region', { name: 'Leitura do modelo' })
  const ask = reading.getByRole('button', { name: /^Pedir/ })
  const guarantee = findingOf(page, 'Renda ou resultado garantido')

  await textOf(page).fill('Lucro garantido na turma nova. [[julga=conversa]]')
  await review(page)
  await expect(statusOf(page)).toHaveText(/^1 achado pelas regras/)
  await ask.click()
  await expect(reading.getByRole('status')).toHaveText(
    'O modelo não terminou de ler. Valem só os achados das regras do código.',
  )
  await expect(reading.getByRole('alert')).toContainText(
    'O modelo respondeu de um jeito que não dá para conferir.',
  )
  await expect(guarantee).toHaveCount(1)
  await expect(guarantee).toContainText('Lucro garantido')
  await expect(statusOf(page)).toHaveText(/^1 achado pelas regras/)
  await expectAccessible(page)

  // The double reads the first part, and stalls in the second one, which has the directive.
  const filler = FILLER.repeat(Math.ceil(JUDGE_LIMITS.partLength / FILLER.length))
  await textOf(page).fill(`Lucro garantido. Ela vive do digital. ${filler}[[julga=trava]]`)
  await review(page)
  await expect(reading).toContainText('Este texto conta como 2 mensagens.')
  const before = double.asides.length
  await ask.click()
  await expect(reading.getByRole('status')).toHaveText('O modelo está lendo a parte 2 de 2…')
  await expect(reading.getByRole('progressbar', { name: 'Partes lidas' })).toHaveAttribute('value', '1')
  await expect.poll(() => double.asides.length).toBe(before + 2)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await reading.getByRole('button', { name: 'Cancelar a leitura' }).click()
  await expect(reading.getByRole('status')).toHaveText(
    'Você cancelou a leitura; a parte que o modelo lia conta como mensagem. Ele leu 1 de 2 partes; o resto tem só os achados das regras do código.',
  )
  await expect.poll(() => double.asides.at(-1)?.closedByClientAt).toBeDefined()
  await expect(guarantee).toHaveCount(2)
  await expect(guarantee.filter({ hasText: 'pela leitura do modelo' })).toContainText('vive do digital')
  await expect(guarantee.filter({ hasNotText: 'pela leitura do modelo' })).toContainText('Lucro garantido')
  await expect(ask).toBeEnabled()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page)
})

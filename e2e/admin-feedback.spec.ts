import type { Page } from '@playwright/test'
import type { Message } from '#shared/contract/messages.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, newPerson, signUp, test } from './helpers/fixtures.ts'
import { makeChat } from './helpers/history.ts'
import { fits } from './helpers/viewports.ts'

/** Rates the reply of a new chat down. */
async function dislike(page: Page, origin: string, question: string, reason: string) {
  const chat = await makeChat(page, origin, question)
  const answer = await page.request.get(`/api/v1/chats/${chat.id}/messages`)
  const { data } = (await answer.json()) as { data: Message[] }
  const rated = await page.request.put(`/api/v1/chats/${chat.id}/messages/${data.at(-1)?.id}/feedback`, {
    data: { rating: 'down', reason },
    headers: { Origin: origin },
  })
  expect(rated.ok()).toBe(true)
}

const queue = (page: Page) => page.getByRole('region', { name: 'Fila de avaliações' })
const opened = (page: Page) => page.getByRole('region', { name: 'Avaliação aberta' })
const entry = (page: Page, text: string) => queue(page).getByRole('link').filter({ hasText: text })

test('a reply rated down is reviewed with its context, resolved, reopened and found', {
  tag: '@smoke',
}, async ({ page, server, admin }) => {
  const name = 'Dora Descontente'
  await signUp(page, server.url, newPerson(name))
  await dislike(page, server.url, 'Escreva meu anúncio', 'Tom errado\nParece um robô')
  await dislike(page, server.url, 'Quanto cobrar?', 'Informação errada')
  await page.context().clearCookies()
  await asAdministrator(page.request, server.url, admin)

  await page.goto('/app/admin/avaliacoes')
  await page.getByRole('searchbox', { name: 'Buscar nas avaliações' }).fill('descontente')
  await expect(queue(page).getByRole('listitem')).toHaveCount(2)
  await expect(opened(page).getByRole('heading', { name: 'Informação errada' })).toBeVisible()
  await entry(page, 'Parece um robô').click()
  await expect(opened(page).getByRole('heading', { name: 'Tom errado' })).toBeVisible()
  await expect(opened(page)).toContainText('Parece um robô')
  const turns = opened(page).getByRole('list', { name: 'A conversa em volta da resposta' })
  await expect(turns.getByRole('listitem').first()).toContainText('Escreva meu anúncio')
  await expect(turns.getByRole('listitem').last()).toContainText('Desta a pessoa não gostou')
  await opened(page).getByText('Ler as instruções da versão 1').click()
  await expect(opened(page).locator('pre')).not.toBeEmpty()
  await expectAccessible(page)

  // The next one opens, and undoing the review returns to the first.
  await opened(page).getByRole('button', { name: 'Marcar como resolvida' }).click()
  await expect(queue(page).getByRole('listitem')).toHaveCount(1)
  await expect(opened(page).getByRole('heading', { name: 'Informação errada' })).toBeFocused()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(opened(page).getByRole('heading', { name: 'Tom errado' })).toBeVisible()
  await expect(queue(page).getByRole('listitem')).toHaveCount(2)
  await opened(page).getByRole('button', { name: 'Ignorar' }).click()
  await expect(opened(page).getByRole('heading', { name: 'Informação errada' })).toBeFocused()
  await page.getByRole('link', { name: 'Ignoradas' }).click()
  await expect(entry(page, 'Tom errado')).toBeVisible()
  await opened(page).getByRole('button', { name: 'Pôr de volta na fila' }).click()
  await expect(entry(page, 'Tom errado')).toHaveCount(0)

  // On a phone the queue and the open item alternate.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Esperando' }).click()
  await expect(opened(page)).toHaveCount(0)
  await entry(page, 'Tom errado').click()
  await expect(opened(page).getByRole('heading', { name: 'Tom errado' })).toBeVisible()
  await expect(queue(page)).toBeHidden()
  await fits(page)
  await page.goBack()
  await expect(entry(page, 'Informação errada')).toBeVisible()
  await fits(page)
})

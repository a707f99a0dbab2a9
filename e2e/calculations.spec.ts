import { exchange, expect, expectAccessible, openNewChat, repliesOf, test } from './helpers/fixtures.ts'
import { fits, looks } from './helpers/viewports.ts'

const LINE = 'Conta: R$\u00a01.997,00 − 30% = R$\u00a01.397,90 (desconto de R$\u00a0599,10)'

test('a calculation is distinct from the reply on every screen, keeps its step over a reload, and is copied in WhatsApp’s format', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openNewChat(page, server.url)
  await exchange(page, 'Quanto fica com 30% de desconto? [[calculate times=1]]')
  const reply = repliesOf(page).last()
  await expect(reply.getByRole('blockquote')).toHaveText(LINE)
  await expect(reply.getByRole('blockquote').locator('strong')).toHaveText('Conta:')
  await expect(reply).toContainText('Vou calcular.')
  const steps = reply.getByRole('list', { name: 'Passos desta resposta' })
  await expect(steps).toHaveText('Calculou')
  await page.reload()
  await expect(steps).toHaveText('Calculou')
  await expect(reply).toContainText('Quer que eu detalhe alguma etapa?')
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await fits(page)
    await expectAccessible(page)
  }

  await reply.getByRole('button', { name: 'Mais ações desta resposta', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copiar para WhatsApp' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`Vou calcular.\n\n> *Conta:* ${LINE.slice('Conta: '.length)}\n\n*Plano de lançamento*`)
})

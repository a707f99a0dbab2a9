import type { Screen } from './screens.ts'

/** Administrators' overlays, and states of their forms, which open by an interaction. */
export const ADMIN_OVERLAYS: Screen[] = [
  {
    name: 'admin-webhook-mapping',
    who: 'admin',
    // Without a sale there is nothing to map.
    path: ({ ids }) => ids.event && '/app/admin/webhooks',
    isWindow: true,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^É o Criador/ })
        .first()
        .click()
      await page.getByRole('dialog').getByText('Dá para desfazer depois').waitFor()
    },
  },
  {
    name: 'admin-webhook-undo',
    who: 'admin',
    path: ({ ids }) => ids.event && '/app/admin/webhooks',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Desfazer: Criador anual' }).click()
      await page.getByRole('dialog').getByText('As vendas voltam').waitFor()
    },
  },
  {
    name: 'admin-webhook-owner',
    who: 'admin',
    path: ({ ids }) => ids.event && `/app/admin/webhooks/${ids.event}`,
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Dar a uma pessoa' }).click()
      await page.getByLabel('Pessoa').fill('Luana')
      await page.waitForLoadState('networkidle')
    },
  },
  {
    // A draft that no plan opens.
    name: 'admin-agent-closed',
    who: 'admin',
    path: () => '/app/admin/agents/new',
    isFixed: true,
    act: async (page) => {
      const plans = page
        .getByRole('group', { name: 'Planos que abrem' })
        .getByRole('checkbox', { checked: true })
      await plans.first().waitFor()
      for (let left = await plans.count(); left > 0; left -= 1) await plans.first().uncheck()
      await page.getByRole('switch', { name: 'Publicado' }).uncheck()
    },
  },
  {
    name: 'admin-user-extra',
    who: 'admin',
    path: ({ ids }) => ids.user && `/app/admin/users/${ids.user}/edit`,
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Dar mensagens extras' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'admin-api-key-new',
    who: 'admin',
    path: () => '/app/admin/auditoria/chaves',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Criar chave' }).first().click()
      await page.getByRole('dialog').getByLabel('Vale até').waitFor()
    },
  },
  {
    name: 'admin-user-visit',
    who: 'admin',
    path: ({ ids }) => ids.user && `/app/admin/users/${ids.user}/edit`,
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Entrar na conta' }).click()
      await page.getByLabel('Motivo').waitFor()
    },
  },
  {
    name: 'admin-user-email',
    who: 'admin',
    path: ({ ids }) => ids.user && `/app/admin/users/${ids.user}/edit`,
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Trocar e-mail' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'admin-prices-published',
    who: 'admin',
    path: () => '/app/admin/precos',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Preços publicados' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

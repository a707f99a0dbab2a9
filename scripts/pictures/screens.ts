import type { Page } from '@playwright/test'
import { ADMIN_OVERLAYS } from './admin-overlays.ts'
import { COMPOSER } from './composer-screens.ts'
import type { World } from './datasets.ts'
import { PEOPLE } from './people-screens.ts'
import { QUEUED } from './queued-screens.ts'
import { TEXTS } from './text-screens.ts'

export type Who = 'nobody' | 'person' | 'admin'

export type Screen = {
  name: string
  who: Who
  /** Undefined if that world has no such item. */
  path: (world: World) => string | undefined | Promise<string>
  /** Interaction before the picture. */
  act?: (page: Page) => Promise<void>
  /** Makes no requests, and so has one state only. */
  isFixed?: true
  /** Keeps the window's height, because it scrolls to its own end. */
  isWindow?: true
}

const fixed = (name: string, path: string, who: Who = 'nobody'): Screen => ({
  name,
  who,
  path: () => path,
  isFixed: true,
})
const plain = (who: Who, name: string, path: string): Screen => ({ name, who, path: () => path })
/** The page of one item, which does not exist in an empty world. */
const ofOne = (who: Who, name: string, kind: keyof World['ids'], path: (id: string) => string): Screen => ({
  name,
  who,
  path: ({ ids }) => {
    const id = ids[kind]
    return id && path(id)
  },
})

const chat =
  (kind: 'chat' | 'failedChat') =>
  ({ ids }: World) =>
    ids[kind] && `/app/${ids.agent}/${ids[kind]}`

const PUBLIC: Screen[] = [
  plain('nobody', 'landing', '/'),
  fixed('sign-in', '/sign-in'),
  fixed('sign-in-code', '/sign-in/code'),
  fixed('sign-up', '/sign-up'),
  fixed('forgot', '/forgot'),
  fixed('reset-password', '/reset-password?token=abc'),
  fixed('reset-password-over', '/reset-password?error=INVALID_TOKEN'),
  fixed('email-new', '/callback#novo=abc'),
  fixed('email-back', '/callback#volta=abc'),
  plain('nobody', 'terms', '/terms'),
  plain('nobody', 'privacy', '/privacy'),
  fixed('not-found', '/nao-existe'),
]

const APP: Screen[] = [
  plain('person', 'home', '/app'),
  ofOne('person', 'agent', 'agent', (id) => `/app/${id}`),
  ofOne('person', 'agent-locked', 'lockedAgent', (id) => `/app/${id}`),
  { ...ofOne('person', 'chat-new', 'agent', (id) => `/app/${id}/chat`), isWindow: true },
  { name: 'chat', who: 'person', path: chat('chat'), isWindow: true },
  { name: 'chat-failed', who: 'person', path: chat('failedChat'), isWindow: true },
  plain('person', 'search', '/app/busca?q=vend'),
  fixed('search-start', '/app/busca', 'person'),
  plain('person', 'search-nothing', '/app/busca?q=jabuticaba'),
  plain('person', 'archive', '/app/arquivadas'),
  plain('person', 'trash', '/app/lixeira'),
  plain('person', 'me', '/app/me'),
  plain('person', 'me-edit', '/app/me/edit'),
  plain('person', 'onboarding', '/app/personalizacao'),
  plain('person', 'products', '/app/personalizacao/produtos'),
  plain('person', 'product-new', '/app/personalizacao/produtos/new'),
  ofOne('person', 'product', 'product', (id) => `/app/personalizacao/produtos/${id}`),
  plain('person', 'brands', '/app/personalizacao/marcas'),
  plain('person', 'brand-new', '/app/personalizacao/marcas/new'),
  ofOne('person', 'brand', 'brand', (id) => `/app/personalizacao/marcas/${id}`),
  ofOne('person', 'brand-voice', 'brand', (id) => `/app/personalizacao/marcas/${id}/voz`),
  plain('person', 'offers', '/app/personalizacao/ofertas'),
  plain('person', 'offer-new', '/app/personalizacao/ofertas/new'),
  ofOne('person', 'offer', 'offer', (id) => `/app/personalizacao/ofertas/${id}`),
  ofOne('person', 'document', 'document', (id) => `/app/personalizacao/documentos/${id}`),
  ofOne('person', 'document-edit', 'document', (id) => `/app/personalizacao/documentos/${id}/editar`),
  ...TEXTS,
  plain('person', 'credentials', '/app/personalizacao/credenciais'),
  plain('person', 'tutorials', '/app/tutoriais'),
  plain('person', 'guide', '/app/tutoriais/guias/primeira-conversa'),
  plain('person', 'app-not-found', '/app/nao-existe/nem/isto'),
]

const ADMIN: Screen[] = [
  plain('admin', 'admin', '/app/admin'),
  plain('admin', 'admin-replies', '/app/admin/respostas'),
  plain('admin', 'admin-prices', '/app/admin/precos'),
  plain('admin', 'admin-limits', '/app/admin/limites'),
  plain('admin', 'admin-house', '/app/admin/identidade'),
  plain('admin', 'admin-feedback', '/app/admin/avaliacoes'),
  plain('admin', 'admin-reports', '/app/admin/denuncias'),
  plain('admin', 'admin-agents', '/app/admin/agents'),
  plain('admin', 'admin-agent-new', '/app/admin/agents/new'),
  ofOne('admin', 'admin-agent', 'agent', (id) => `/app/admin/agents/${id}/edit`),
  plain('admin', 'admin-labels', '/app/admin/labels'),
  plain('admin', 'admin-label-new', '/app/admin/labels/new'),
  ofOne('admin', 'admin-label', 'label', (id) => `/app/admin/labels/${id}/edit`),
  plain('admin', 'admin-collections', '/app/admin/acervo'),
  ofOne('admin', 'admin-collection', 'houseCollection', (id) => `/app/admin/acervo/${id}`),
  plain('admin', 'admin-tutorials', '/app/admin/tutoriais'),
  plain('admin', 'admin-tutorial-new', '/app/admin/tutoriais/new'),
  ofOne('admin', 'admin-tutorial', 'tutorial', (id) => `/app/admin/tutoriais/${id}/edit`),
  plain('admin', 'admin-users', '/app/admin/users'),
  plain('admin', 'admin-user-new', '/app/admin/users/new'),
  ofOne('admin', 'admin-user', 'user', (id) => `/app/admin/users/${id}/edit`),
  plain('admin', 'admin-notices', '/app/admin/avisos'),
  plain('admin', 'admin-notice-new', '/app/admin/avisos/new'),
  ofOne('admin', 'admin-notice', 'notice', (id) => `/app/admin/avisos/${id}/edit`),
  plain('admin', 'admin-plans', '/app/admin/planos'),
  plain('admin', 'admin-plan-new', '/app/admin/planos/new'),
  ofOne('admin', 'admin-plan', 'plan', (id) => `/app/admin/planos/${id}/edit`),
  plain('admin', 'admin-webhooks', '/app/admin/webhooks'),
  ofOne('admin', 'admin-webhook', 'event', (id) => `/app/admin/webhooks/${id}`),
  plain('admin', 'admin-security', '/app/admin/users/seguranca'),
  plain('admin', 'admin-audit', '/app/admin/auditoria'),
  plain('admin', 'admin-api-keys', '/app/admin/auditoria/chaves'),
]

/** Overlays, which open by an interaction. */
const OVERLAYS: Screen[] = [
  {
    ...ofOne(
      'person',
      'document-markdown',
      'document',
      (id) => `/app/personalizacao/documentos/${id}/editar`,
    ),
    act: async (page) => {
      await page.getByRole('button', { name: 'Markdown', exact: true }).click()
      await page.locator('textarea').waitFor()
      // The choice is remembered: the next pictures show the editor as it opens.
      await page.evaluate(() => localStorage.removeItem('elenco-document-view'))
    },
  },
  {
    ...ofOne('person', 'document-rewrite', 'document', (id) => `/app/personalizacao/documentos/${id}/editar`),
    isWindow: true,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Texto' }).locator('p').first().click({ clickCount: 3 })
      await page.getByRole('button', { name: 'Reescrever', exact: true }).click()
      await page.getByRole('complementary', { name: 'Reescrever' }).waitFor()
    },
  },
  {
    ...plain('person', 'me-email', '/app/me'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Trocar e-mail' }).click()
      await page.getByLabel('Novo e-mail').waitFor()
    },
  },
  {
    name: 'palette',
    who: 'person',
    path: () => '/app',
    isWindow: true,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'palette-found',
    who: 'person',
    path: () => '/app',
    isWindow: true,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('vend')
      // In a world without hits there is none to wait for.
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'home-proposed',
    who: 'person',
    // Without agents there is no composer.
    path: ({ ids }) => ids.agent && '/app',
    isWindow: true,
    act: async (page) => {
      await page
        .locator('[data-composer]')
        .fill('Uma sequência de e-mail e WhatsApp para a turma de novembro')
      // The rules load with the text; where the last agent fits best, nothing changes.
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'home-agents',
    who: 'person',
    // Without agents there is no composer.
    path: ({ ids }) => ids.agent && '/app',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: /^Quem responde/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'home-refused',
    who: 'person',
    // Without agents there is no composer.
    path: ({ ids }) => ids.agent && '/app',
    isWindow: true,
    act: async (page) => {
      await page.route(/\/api\/v1\/agents\/[0-9a-f-]{36}$/, (route) =>
        route.fulfill({
          status: 404,
          json: { success: false, error: { code: 'NOT_FOUND', message: 'Agent not found' } },
        }),
      )
      await page.locator('[data-composer]').fill('Preciso de uma página de vendas')
      await page.locator('[data-composer]').press('Control+Enter')
      await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    },
  },
  {
    name: 'tour',
    who: 'person',
    path: () => '/app?passeio=sim',
    isWindow: true,
    act: (page) => page.locator('.driver-popover').waitFor(),
  },
  {
    name: 'product-fill',
    who: 'person',
    path: () => '/app/personalizacao/produtos/new',
    isWindow: true,
    isFixed: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Preencher por mim' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Preencher' }).click()
      await page.getByText('Informe o endereço da página').waitFor()
    },
  },
  {
    name: 'offer-new-product',
    who: 'person',
    path: () => '/app/personalizacao/ofertas/new',
    isWindow: true,
    isFixed: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Criar produto' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** Every screen once. */
export const SCREENS: readonly Screen[] = [
  ...PUBLIC,
  ...APP,
  ...ADMIN,
  ...OVERLAYS,
  ...COMPOSER,
  ...ADMIN_OVERLAYS,
  ...PEOPLE,
  ...QUEUED,
]

import type { Page } from '@playwright/test'
import type { TestClient } from '../../src/server/testing/test-client.ts'
import type { CaptureName } from './capture-list.ts'
import type { Creator } from './creator.ts'

export type Cast = { admin: TestClient; creator: Creator }

const GAP_PX = 20

type Subject = {
  who: (cast: Cast) => TestClient
  path: (cast: Cast) => string
  /** Text that must be visible before the picture. */
  shows: string
  /** Interaction before the picture. */
  act?: (page: Page) => Promise<void>
}

const creator = ({ creator: { person } }: Cast) => person
const admin = (cast: Cast) => cast.admin
const chat = ({ creator: { agentId, chatId } }: Cast) => `/app/${agentId}/${chatId}`

/** Scrolls the last question to the top; only the wheel releases the chat from following its end. */
async function toLastQuestion(page: Page): Promise<void> {
  const question = page.getByRole('article', { name: 'Sua mensagem' }).last()
  const header = await page.locator('header', { has: page.locator('h1') }).boundingBox()
  const below = (header?.y ?? 0) + (header?.height ?? 0) + GAP_PX
  await page.getByRole('article').last().hover()
  for (let tries = 0; tries < 5; tries += 1) {
    const away = ((await question.boundingBox())?.y ?? below) - below
    if (away >= 4 - GAP_PX) break
    await page.mouse.wheel(0, away)
    await page.waitForTimeout(300)
  }
  await page.mouse.move(0, 0)
}

const composerOf = (page: Page) => page.getByRole('textbox', { name: /^Mensagem para/ })
const menuOf = (page: Page, name: string) => page.getByRole('button', { name })

/** Opens the menu of the newest reply. */
async function openReplyMenu(page: Page): Promise<void> {
  const reply = page.getByRole('article', { name: /^Resposta de/ }).last()
  await reply.getByRole('button', { name: 'Mais ações desta resposta' }).click()
  await page.getByRole('menu').waitFor()
}

/** The content of each picture. */
export const SUBJECTS: Record<CaptureName, Subject> = {
  home: { who: creator, path: () => '/app', shows: 'article a' },
  chat: { who: creator, path: chat, shows: 'article table', act: toLastQuestion },
  'chat-phone': { who: creator, path: chat, shows: 'article table', act: toLastQuestion },
  grounding: {
    who: creator,
    path: chat,
    shows: 'article table',
    act: async (page) => {
      const composer = page.getByRole('textbox', { name: /^Mensagem para/ })
      await composer.click()
      await composer.pressSequentially('Ótimo. Agora um convite para o @clube')
      await page.getByRole('listbox', { name: /^Produtos/ }).waitFor()
    },
  },
  memory: { who: creator, path: () => '/app/personalizacao/produtos', shows: 'main li' },
  document: {
    who: creator,
    path: ({ creator: { documentId } }) => `/app/personalizacao/documentos/${documentId}`,
    shows: 'main table',
  },
  'agent-editor': {
    who: admin,
    path: ({ creator: { agentId } }) => `/app/admin/agents/${agentId}/edit`,
    shows: 'textarea',
  },
  admin: { who: admin, path: () => '/app/admin', shows: 'main table' },
  'guide-write': {
    who: creator,
    path: () => '/app',
    shows: 'article a',
    act: (page) =>
      composerOf(page).fill('Escreva a página de vendas do meu curso para quem cultiva em apartamento'),
  },
  'guide-reply': { who: creator, path: chat, shows: 'article table', act: toLastQuestion },
  'guide-change': { who: creator, path: chat, shows: 'article table', act: openReplyMenu },
  'guide-product': {
    who: creator,
    path: () => '/app/personalizacao/produtos/new',
    shows: 'main form',
    act: async (page) => {
      await menuOf(page, 'Preencher por mim').click()
      await page.getByLabel('Endereço da página').fill('https://raiznajanela.exemplo.com.br/curso')
    },
  },
  'guide-offer': {
    who: creator,
    path: ({ creator: { offerId } }) => `/app/personalizacao/ofertas/${offerId}`,
    shows: 'main form',
  },
  'guide-context': {
    who: creator,
    path: chat,
    shows: 'article table',
    act: async (page) => {
      await composerOf(page).click()
      await composerOf(page).pressSequentially('Ótimo. Agora um convite para o @clube')
      await page.getByRole('listbox', { name: /^Produtos/ }).waitFor()
    },
  },
  'guide-save': {
    who: creator,
    path: chat,
    shows: 'article table',
    act: async (page) => {
      await openReplyMenu(page)
      await page.getByRole('menuitem', { name: 'Salvar como…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'guide-edit': {
    who: creator,
    path: ({ creator: { documentId } }) => `/app/personalizacao/documentos/${documentId}/editar`,
    shows: '[contenteditable] table',
  },
  'guide-export': {
    who: creator,
    path: ({ creator: { documentId } }) => `/app/personalizacao/documentos/${documentId}`,
    shows: 'main table',
    act: async (page) => {
      await menuOf(page, 'Mais ações deste documento').click()
      await page.getByRole('menu').waitFor()
    },
  },
}

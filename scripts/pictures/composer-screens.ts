import type { World } from './datasets.ts'
import type { Screen } from './screens.ts'

const path = ({ ids }: World) => ids.chat && `/app/${ids.agent}/${ids.chat}`

/** What opens over an open chat. */
export const COMPOSER: readonly Screen[] = [
  {
    name: 'composer-context',
    who: 'person',
    path,
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Escolher o contexto' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'composer-mention',
    who: 'person',
    path,
    isWindow: true,
    act: async (page) => {
      const composer = page.getByRole('textbox', { name: /^Mensagem para/ })
      await composer.click()
      await composer.pressSequentially('@')
      await page.getByRole('listbox').waitFor()
    },
  },
  {
    name: 'chat-options',
    who: 'person',
    path,
    isWindow: true,
    act: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Opções/ })
        .first()
        .click()
      await page.getByRole('menu').waitFor()
    },
  },
]

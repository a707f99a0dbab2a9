import { IconBrandWhatsapp, IconMarkdown } from '@tabler/icons-react'
import { notify } from '#client/lib/notify.ts'
import type { Action } from './action-menu.tsx'
import { COPY_REFUSED_TEXT } from './copy-button.tsx'
import { copyForWhatsApp } from './copy-markdown.ts'

/** The less frequent ways to copy a Markdown text, as items of a menu. */
export function copyActions(markdown: string): Action[] {
  const copyAs = (copy: (text: string) => Promise<void>, told: string) => () => {
    copy(markdown).then(
      () => notify(told, 'success'),
      () => notify(COPY_REFUSED_TEXT, 'error'),
    )
  }
  return [
    {
      label: 'Copiar para WhatsApp',
      Icon: IconBrandWhatsapp,
      onChoose: copyAs(copyForWhatsApp, 'Copiado no formato do WhatsApp.'),
    },
    {
      label: 'Copiar em Markdown',
      Icon: IconMarkdown,
      onChoose: copyAs((it) => navigator.clipboard.writeText(it), 'Copiado em Markdown.'),
    },
  ]
}

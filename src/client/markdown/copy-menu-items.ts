import { IconBrandWhatsapp, IconMarkdown } from '@tabler/icons-react'
import { COPY_REFUSED_TEXT } from '#client/ui/buttons/copy-button.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Action } from '#client/ui/overlays/action-menu.tsx'
import { copyForWhatsApp } from './copy-markdown.ts'

/** Menu items to copy Markdown as WhatsApp text or source. */
export function copyMenuItems(markdown: string): Action[] {
  const copyAs = (copy: (text: string) => Promise<void>, told: string) => () => {
    copy(markdown).then(
      () => showToast(told, 'success'),
      () => showToast(COPY_REFUSED_TEXT, 'error'),
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

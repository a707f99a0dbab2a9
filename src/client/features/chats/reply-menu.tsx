import { IconBrandWhatsapp, IconMarkdown, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type Action, ActionMenu } from '#client/components/action-menu.tsx'
import { COPY_REFUSED_TEXT } from '#client/components/copy-button.tsx'
import { copyForWhatsApp } from '#client/components/copy-markdown.ts'
import { notify } from '#client/lib/notify.ts'
import type { Message } from '#shared/contract/messages.ts'

const DeleteMessage = lazy(() => import('./delete-message.tsx').then((it) => ({ default: it.DeleteMessage })))

type Props = { message: Message; text: string; isWaiting: boolean }

/** The rare actions on a reply. */
export function ReplyMenu({ message, text, isWaiting }: Props) {
  const [isDeleting, setDeleting] = useState(false)
  const copyAs = (copy: (text: string) => Promise<void>, told: string) => () => {
    copy(text).then(
      () => notify(told, 'success'),
      () => notify(COPY_REFUSED_TEXT, 'error'),
    )
  }
  const copies = (): (Action | 'gap')[] => [
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
    'gap',
  ]
  const actions = (): (Action | 'gap')[] => [
    // A reply that failed may have nothing to copy.
    ...(text === '' ? [] : copies()),
    {
      label: 'Excluir',
      Icon: IconTrash,
      isDanger: true,
      isDisabled: isWaiting,
      onChoose: () => setDeleting(true),
    },
  ]
  return (
    <>
      <ActionMenu label="Mais ações desta resposta" actions={actions} />
      {isDeleting && (
        <Suspense fallback={null}>
          <DeleteMessage message={message} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  )
}

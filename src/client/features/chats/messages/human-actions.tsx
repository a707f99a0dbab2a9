import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { COPY_REFUSED_TEXT, CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import classes from './message-actions.module.css'
import { MessageButton } from './message-button.tsx'
import type { TurnProps } from './message-item.tsx'
import { MessageVersions } from './message-versions.tsx'

const DeleteMessage = lazy(() => import('./delete-message.tsx').then((it) => ({ default: it.DeleteMessage })))

type Props = Pick<TurnProps, 'message' | 'scene'> & { onEdit: () => void }

/** What can be done with a message of one's own; on a touch screen all of it is in the menu. */
export function HumanActions({ message, scene, onEdit }: Props) {
  const { session, isClosed } = scene
  const isWaiting = useChatState(session, isBusy)
  const [isDeleting, setDeleting] = useState(false)
  const handleCopy = () => {
    navigator.clipboard.writeText(message.content).then(
      () => showToast('Mensagem copiada.', 'success'),
      () => showToast(COPY_REFUSED_TEXT, 'error'),
    )
  }
  const actions = (): (Action | 'gap')[] => [
    { label: 'Copiar', Icon: IconCopy, onChoose: handleCopy },
    { label: 'Editar e reenviar', Icon: IconPencil, onChoose: onEdit, isDisabled: isWaiting || isClosed },
    'gap',
    {
      label: 'Excluir',
      Icon: IconTrash,
      isDanger: true,
      onChoose: () => setDeleting(true),
      isDisabled: isWaiting,
    },
  ]
  return (
    <>
      <MessageVersions message={message} session={session} />
      <div className={classes.quiet}>
        <span className={classes.pointed}>
          <CopyButton text={message.content} label="Copiar mensagem" />
          {!isClosed && (
            <MessageButton
              label="Editar e reenviar"
              Icon={IconPencil}
              isDisabled={isWaiting}
              onPress={onEdit}
              isEdit
            />
          )}
        </span>
        <ActionMenu label="Mais ações desta mensagem" actions={actions} />
      </div>
      {isDeleting && (
        <Suspense fallback={null}>
          <DeleteMessage message={message} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  )
}

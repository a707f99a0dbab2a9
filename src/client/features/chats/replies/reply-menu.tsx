import { IconDeviceFloppy, IconMessageForward, IconTextPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { copyMenuItems } from '#client/markdown/copy-menu-items.ts'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import type { Message } from '#shared/contract/messages.ts'
import { type ReplySelection, selectionIn } from './reply-selection.ts'

const DeleteMessage = lazy(() =>
  import('#client/features/chats/messages/delete-message.tsx').then((it) => ({ default: it.DeleteMessage })),
)
const SaveReply = lazy(() => import('./save-reply.tsx').then((it) => ({ default: it.SaveReply })))
const ContinueWithAgent = lazy(() =>
  import('./continue-with-agent.tsx').then((it) => ({ default: it.ContinueWithAgent })),
)

type Props = {
  message: Message
  text: string
  isWaiting: boolean
  draftKey: string
  agentName: string
}

type Asked = 'delete' | 'save' | 'saveSelection' | 'otherAgent'

export function ReplyMenu({ message, text, isWaiting, draftKey, agentName }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  // Read when the menu opens: on a touch screen the tap clears the selection.
  const selected = useRef<ReplySelection | null>(null)
  const handleClose = () => setAsked(null)
  return (
    <>
      <ActionMenu
        label="Mais ações desta resposta"
        actions={() =>
          actionsOf({ text, isWaiting, hasSelection: selected.current !== null, onAsk: setAsked })
        }
        onPress={(button) => {
          selected.current = selectionIn(button.closest('article'))
        }}
      />
      <Suspense fallback={null}>
        {asked === 'delete' && <DeleteMessage message={message} onClose={handleClose} />}
        {(asked === 'save' || asked === 'saveSelection') && (
          <SaveReply
            message={message}
            text={text}
            selected={asked === 'saveSelection' ? selected.current : null}
            draftKey={draftKey}
            onClose={handleClose}
          />
        )}
        {asked === 'otherAgent' && (
          <ContinueWithAgent message={message} agentName={agentName} onClose={handleClose} />
        )}
      </Suspense>
    </>
  )
}

type Options = Pick<Props, 'text' | 'isWaiting'> & { hasSelection: boolean; onAsk: (asked: Asked) => void }

function actionsOf({ text, isWaiting, hasSelection, onAsk }: Options): (Action | 'gap')[] {
  const withText: (Action | 'gap')[] = [
    ...copyMenuItems(text),
    'gap',
    ...(hasSelection
      ? [{ label: 'Salvar seleção como…', Icon: IconTextPlus, onChoose: () => onAsk('saveSelection') }]
      : []),
    { label: 'Salvar como…', Icon: IconDeviceFloppy, onChoose: () => onAsk('save') },
    {
      label: 'Continuar com outro agente',
      Icon: IconMessageForward,
      onChoose: () => onAsk('otherAgent'),
    },
    'gap',
  ]
  return [
    // A reply that failed may have nothing to copy.
    ...(text === '' ? [] : withText),
    {
      label: 'Excluir',
      Icon: IconTrash,
      isDanger: true,
      isDisabled: isWaiting,
      onChoose: () => onAsk('delete'),
    },
  ]
}

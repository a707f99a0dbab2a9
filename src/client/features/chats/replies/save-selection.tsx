import { IconTextPlus } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import type { Message } from '#shared/contract/messages.ts'
import classes from './save-reply.module.css'
import { type PositionedSelection, useReplySelection } from './use-reply-selection.ts'

const SaveReply = lazy(() => import('./save-reply.tsx').then((it) => ({ default: it.SaveReply })))

type Props = { messages: Message[]; box: RefObject<HTMLElement | null>; draftKey: string }

/** A floating button beside the selection in a reply. The reply's menu offers the same to the keyboard. */
export function SaveSelection({ messages, box, draftKey }: Props) {
  const found = useReplySelection(box)
  const [chosen, setChosen] = useState<{
    message: Message
    selected: PositionedSelection['selected']
  } | null>(null)
  const message = messages.find(({ id }) => id === found?.messageId)
  return (
    <>
      {found && message && message.status !== 'running' && !chosen && (
        <button
          type="button"
          className={classes.floating}
          style={{ top: found.top, left: found.left }}
          // The press must not clear the selection.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setChosen({ message, selected: found.selected })}
        >
          <IconTextPlus size={20} stroke={1.75} aria-hidden />
          Salvar seleção como…
        </button>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <SaveReply
            message={chosen.message}
            text={chosen.message.content}
            selected={chosen.selected}
            draftKey={draftKey}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </>
  )
}

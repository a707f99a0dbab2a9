import { Button } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { useMessageActions } from '#client/features/chats/session/use-message-actions.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { Message } from '#shared/contract/messages.ts'
import classes from './delete-message.module.css'

/** Asks before a message leaves the chat with everything that followed from it. */
export function DeleteMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const { remove } = useMessageActions(message.chatId)
  const [isDeleting, setDeleting] = useState(false)
  const handleDelete = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const messages = currentTarget.closest('section')
    setDeleting(true)
    const isGone = await remove(message.id)
    onClose()
    // The button that the focus would go back to is gone with the message.
    if (isGone) requestAnimationFrame(() => messages?.focus({ preventScroll: true }))
  }
  const what = message.sender === 'human' ? 'A mensagem' : 'A resposta'
  const others = message.siblingIds.length > 1 ? ' As outras versões ficam.' : ''
  return (
    <Sheet title={message.sender === 'human' ? 'Excluir mensagem?' : 'Excluir resposta?'} onDismiss={onClose}>
      <p>
        {what} sai da conversa, e tudo o que veio depois dela também. Isso não pode ser desfeito.{others}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button color="red" loading={isDeleting} onClick={(event) => void handleDelete(event)}>
          Excluir
        </Button>
      </div>
    </Sheet>
  )
}

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMessageActions } from '#client/features/chats/session/use-message-actions.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { Message } from '#shared/contract/messages.ts'

/** Confirms the deletion of a message and of everything after it. */
export function DeleteMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const { remove } = useMessageActions(message.chatId)
  const deletion = useMutation({
    mutationFn: (_messages: HTMLElement | null) => remove(message.id),
    onSuccess: (isGone, messages) => {
      onClose()
      // The button that the focus would return to is deleted with the message.
      if (isGone) requestAnimationFrame(() => messages?.focus({ preventScroll: true }))
    },
  })
  const isHuman = message.sender === 'human'
  const others = message.siblingIds.length > 1 ? ' As outras versões ficam.' : ''
  return (
    <Sheet title={isHuman ? 'Excluir mensagem?' : 'Excluir resposta?'} onDismiss={onClose}>
      <p>
        {isHuman ? 'A mensagem' : 'A resposta'} sai da conversa, e tudo o que veio depois dela também. Isso
        não pode ser desfeito.{others}
      </p>
      <Row gap={12} justify="end">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button
          color="red"
          loading={deletion.isPending}
          onClick={(event) => deletion.mutate(event.currentTarget.closest('section'))}
        >
          Excluir
        </Button>
      </Row>
    </Sheet>
  )
}

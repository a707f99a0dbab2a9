import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import classes from '#client/ui/overlays/sheet-form.module.css'
import type { Chat } from '#shared/contract/chats.ts'
import { LIMITS } from '#shared/limits.ts'
import { updateChat } from './chat-mutations.ts'

type Props = { chat: Pick<Chat, 'id' | 'title'>; onClose: () => void }

/** Renames a chat; the title is never generated again. */
export function RenameChatSheet({ chat, onClose }: Props) {
  const client = useQueryClient()
  const [title, setTitle] = useState(chat.title)
  const [isEmpty, setEmpty] = useState(false)
  const renaming = useMutation({
    mutationFn: async (wanted: string) => {
      if (wanted !== chat.title) await updateChat(client, chat.id, { title: wanted })
    },
    onSuccess: onClose,
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = title.trim()
    setEmpty(wanted === '')
    if (wanted !== '') renaming.mutate(wanted)
  }
  return (
    <Sheet title="Renomear conversa" onDismiss={onClose}>
      <form onSubmit={handleSubmit} className={classes.form} noValidate>
        <TextInput
          label="Título"
          size="md"
          value={title}
          maxLength={LIMITS.titleLength}
          error={isEmpty ? 'O título não pode ficar vazio' : renaming.error && errorText(renaming.error)}
          data-autofocus
          onChange={(event) => {
            setTitle(event.currentTarget.value)
            setEmpty(false)
            renaming.reset()
          }}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={renaming.isPending}>
            Salvar
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

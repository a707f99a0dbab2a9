import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import classes from '#client/ui/overlays/sheet-form.module.css'
import type { Chat } from '#shared/contract/chats.ts'
import { LIMITS } from '#shared/limits.ts'
import { updateChat } from './chat-mutations.ts'

type Props = { chat: Pick<Chat, 'id' | 'title'>; onClose: () => void }

/** Gives a chat a title by hand, which wins over every other for good. */
export function RenameChatSheet({ chat, onClose }: Props) {
  const client = useQueryClient()
  const [title, setTitle] = useState(chat.title)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = title.trim()
    if (wanted === '') return setProblem('O título não pode ficar vazio')
    setSaving(true)
    try {
      if (wanted !== chat.title) await updateChat(client, chat.id, { title: wanted })
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      setSaving(false)
    }
  }
  return (
    <Sheet title="Renomear conversa" onDismiss={onClose}>
      <form onSubmit={(event) => void handleSubmit(event)} className={classes.form} noValidate>
        <TextInput
          label="Título"
          size="md"
          value={title}
          maxLength={LIMITS.titleLength}
          error={problem}
          data-autofocus
          onChange={(event) => {
            setTitle(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={isSaving}>
            Salvar
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { updateChat } from '#client/entities/chats/chat-mutations.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText, toPortuguese } from '#client/lib/text/error-text.ts'
import type { Chat } from '#shared/contract/chats.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './sidebar.module.css'

type Props = { chat: Chat; onClose: () => void }

/** Inline field for a chat's title: Enter or blur saves, Escape cancels. */
export function RenameField({ chat, onClose }: Props) {
  const client = useQueryClient()
  const errorId = useId()
  const [title, setTitle] = useState(chat.title)
  const [problem, setProblem] = useState<string | null>(null)
  // Saving by Enter unmounts the field: the blur must not save again.
  const isSettled = useRef(false)
  const save = async () => {
    if (isSettled.current) return
    const wanted = title.trim()
    if (wanted === '') return setProblem('O título não pode ficar vazio.')
    isSettled.current = true
    try {
      if (wanted !== chat.title) await updateChat(client, chat.id, { title: wanted })
      onClose()
    } catch (error) {
      isSettled.current = false
      setProblem(reasonOf(error))
    }
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void save()
    if (event.key !== 'Escape') return
    // Escape must not close the drawer around the field.
    event.preventDefault()
    event.stopPropagation()
    isSettled.current = true
    onClose()
  }
  return (
    <div className={classes.rename}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user asked to rename.
        autoFocus
        className={classes.renameInput}
        value={title}
        maxLength={LIMITS.titleLength}
        aria-label="Novo título da conversa"
        aria-invalid={problem !== null}
        aria-describedby={problem ? errorId : undefined}
        enterKeyHint="done"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTitle(event.currentTarget.value)
          setProblem(null)
        }}
        onKeyDown={handleKeyDown}
        onBlur={() => void save()}
      />
      {problem && (
        <p id={errorId} role="alert" className={classes.renameProblem}>
          {problem}
        </p>
      )}
    </div>
  )
}

function reasonOf(error: unknown): string {
  const detail = error instanceof ApiError ? Object.values(error.details ?? {})[0] : undefined
  return detail ? toPortuguese(detail) : errorText(error)
}

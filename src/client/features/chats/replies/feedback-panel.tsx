import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useMessageActions } from '#client/features/chats/session/use-message-actions.ts'
import type { Message, Rating } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './feedback-panel.module.css'
import { joinReason, REASONS, splitReason } from './feedback-reasons.ts'

type Props = { message: Message; rating: Rating; onClose: () => void }

/** Why a reply was good or bad: a choice of reasons and a free text. It can be changed and taken back. */
export function FeedbackPanel({ message, rating, onClose }: Props) {
  const { rate } = useMessageActions(message.chatId)
  const given = message.feedback?.rating === rating ? message.feedback.reason : null
  const [{ chosen, text }, setReason] = useState(() => splitReason(given ?? '', rating))
  const [isSaving, setSaving] = useState(false)
  const save = async (next: Rating | null) => {
    setSaving(true)
    const reason = joinReason({ chosen, text })
    const isSaved = await rate(message, next ? { rating: next, reason } : { rating: null })
    setSaving(false)
    if (isSaved) onClose()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save(rating)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  const toggle = (reason: string) =>
    setReason({
      text,
      chosen: chosen.includes(reason) ? chosen.filter((it) => it !== reason) : [...chosen, reason],
    })
  const room = LIMITS.feedbackReasonLength - joinReason({ chosen, text: '' }).length - 1
  return (
    <form
      className={classes.panel}
      aria-label="Motivo da avaliação"
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
    >
      <p className={classes.thanks}>
        {rating === 'up' ? 'Que bom! O que ajudou?' : 'Avaliação guardada. O que faltou?'}
      </p>
      <div className={classes.reasons}>
        {REASONS[rating].map((reason) => (
          <button
            key={reason}
            type="button"
            className={classes.reason}
            aria-pressed={chosen.includes(reason)}
            onClick={() => toggle(reason)}
          >
            {reason}
          </button>
        ))}
      </div>
      <Textarea
        aria-label="Conte com suas palavras"
        placeholder="Conte com suas palavras (opcional)"
        size="md"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={room}
        value={text}
        onChange={({ currentTarget }) => setReason({ chosen, text: currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button variant="subtle" color="gray" className={classes.undo} onClick={() => void save(null)}>
          Retirar avaliação
        </Button>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
        <Button type="submit" loading={isSaving}>
          Enviar motivo
        </Button>
      </div>
    </form>
  )
}

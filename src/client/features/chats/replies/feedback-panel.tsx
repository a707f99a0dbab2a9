import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useMessageActions } from '#client/features/chats/session/use-message-actions.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { Message, Rating } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './feedback-panel.module.css'
import { joinReason, REASONS, splitReason } from './feedback-reasons.ts'

type Props = { message: Message; rating: Rating; onClose: () => void }

/** Reasons for a rating: a choice and free text. The rating can be withdrawn here. */
export function FeedbackPanel({ message, rating, onClose }: Props) {
  const { rate } = useMessageActions(message.chatId)
  const given = message.feedback?.rating === rating ? message.feedback.reason : null
  const [{ chosen, text }, setReason] = useState(() => splitReason(given ?? '', rating))
  const saving = useMutation({
    mutationFn: (next: Rating | null) =>
      rate(message, next ? { rating: next, reason: joinReason({ chosen, text }) } : { rating: null }),
    onSuccess: (isSaved) => isSaved && onClose(),
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(rating)
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
    <Stack
      as="form"
      gap={12}
      className={classes.panel}
      aria-label="Motivo da avaliação"
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
    >
      <p className={classes.thanks}>
        {rating === 'up' ? 'Que bom! O que ajudou?' : 'Avaliação guardada. O que faltou?'}
      </p>
      <Row>
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
      </Row>
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
      <Row justify="end">
        <Button variant="subtle" color="gray" className={classes.undo} onClick={() => saving.mutate(null)}>
          Retirar avaliação
        </Button>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
        <Button type="submit" loading={saving.isPending}>
          Enviar motivo
        </Button>
      </Row>
    </Stack>
  )
}

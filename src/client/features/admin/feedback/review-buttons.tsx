import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconEyeOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import type { FeedbackItem, FeedbackState } from '#shared/contract/feedback.ts'
import { reviewFeedback } from './feedback.api.ts'
import classes from './feedback-detail.module.css'

type Props = {
  item: FeedbackItem
  onReviewed: () => void
  onUndone: (messageId: string) => void
}

const SAID: Record<FeedbackState, string> = {
  done: 'Avaliação resolvida.',
  ignored: 'Avaliação ignorada.',
  open: 'A avaliação voltou para a fila.',
}

/** What to make of a thumb down; each can be taken back. */
export function ReviewButtons({ item, onReviewed, onUndone }: Props) {
  const client = useQueryClient()
  const [saving, setSaving] = useState<FeedbackState>()
  const undo = async () => {
    try {
      await reviewFeedback(client, { item, state: item.state })
      onUndone(item.messageId)
    } catch (error) {
      showToast(errorText(error), 'error')
    }
  }
  const handleReview = async (state: FeedbackState) => {
    setSaving(state)
    try {
      await reviewFeedback(client, { item, state })
      showToast(SAID[state], 'success', { label: 'Desfazer', onChoose: () => void undo() })
      onReviewed()
    } catch (error) {
      showToast(errorText(error), 'error')
      void client.invalidateQueries({ queryKey: ['feedback'] })
    } finally {
      setSaving(undefined)
    }
  }
  const buttonFor = (state: FeedbackState) => ({
    loading: saving === state,
    disabled: saving !== undefined && saving !== state,
    onClick: () => void handleReview(state),
  })
  return (
    <Row gap={12} className={classes.actions}>
      {item.state !== 'done' && (
        <Button {...buttonFor('done')} leftSection={<IconCheck size={20} aria-hidden />}>
          Marcar como resolvida
        </Button>
      )}
      {item.state !== 'ignored' && (
        <Button
          {...buttonFor('ignored')}
          variant="default"
          leftSection={<IconEyeOff size={20} aria-hidden />}
        >
          Ignorar
        </Button>
      )}
      {item.state !== 'open' && (
        <Button
          {...buttonFor('open')}
          variant="default"
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
        >
          Pôr de volta na fila
        </Button>
      )}
    </Row>
  )
}

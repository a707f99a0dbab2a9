import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { keepReplyDraft } from '#client/entities/reviews/review-draft.ts'

type Props = { userId: string; messageId: string; text: string }

/** Opens the Revisor with a reply's text. */
export function ReviewReply({ userId, messageId, text }: Props) {
  const navigate = useNavigate()
  useEffect(() => {
    keepReplyDraft(userId, messageId, text)
    void navigate({ to: '/app/revisor', search: { resposta: messageId } })
  }, [messageId, navigate, text, userId])
  return null
}

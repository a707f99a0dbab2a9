import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { comparedOf } from '#client/entities/reviews/compared.ts'
import { keepReplyDraft } from '#client/entities/reviews/review-draft.ts'
import type { Message } from '#shared/contract/messages.ts'
import type { Channel } from '#shared/revisor/rules.ts'

type Props = {
  userId: string
  /** Where the agent's replies are published. */
  channel: Channel
  message: Pick<Message, 'id' | 'groundedOn'>
  text: string
}

/** Opens the Revisor with a reply's text and the saved data that it was written with. */
export function ReviewReply({ userId, channel, message, text }: Props) {
  const { id: messageId, groundedOn } = message
  const navigate = useNavigate()
  useEffect(() => {
    keepReplyDraft({ userId, messageId }, text, comparedOf(groundedOn, channel))
    void navigate({ to: '/app/revisor', search: { resposta: messageId } })
  }, [channel, groundedOn, messageId, navigate, text, userId])
  return null
}

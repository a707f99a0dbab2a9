import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { keepReplyDraft } from '#client/entities/reviews/review-draft.ts'
import { countsText, resultText } from '#client/entities/reviews/review-texts.ts'
import { replyReviewQuery } from '#client/entities/reviews/reviews.api.ts'
import button from '#client/ui/buttons/text-button.module.css'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'

type Props = { userId: string; messageId: string; text: string }

/** The findings of the house's rules in an ended reply, counted by weight; they change nothing in it. */
export default function ReplyReview({ userId, messageId, text }: Props) {
  const isLong = text.length > REVIEW_LIMITS.textLength
  const { data, isError, isFetching, refetch } = useQuery({
    ...replyReviewQuery({ messageId, text }),
    enabled: !isLong,
  })
  if (isLong) return 'O Revisor não conferiu: a resposta é longa demais.'
  if (isError) {
    return (
      <>
        O Revisor não conferiu esta resposta.{' '}
        <button type="button" className={button.inline} disabled={isFetching} onClick={() => void refetch()}>
          Conferir de novo
        </button>
      </>
    )
  }
  if (!data) return null
  const { findings, rulesDate } = data.review
  if (findings.length === 0) return resultText({ open: 0, noted: 0, rulesDate })
  return (
    <>
      <Link
        to="/app/revisor"
        search={{ resposta: messageId }}
        className={button.inline}
        onClick={() => keepReplyDraft(userId, messageId, text)}
      >
        Revisor: {countsText(findings)}
      </Link>{' '}
      É só um aviso: a resposta não foi alterada.
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { keepReplyDraft } from '#client/entities/reviews/review-draft.ts'
import { countsText, resultText } from '#client/entities/reviews/review-texts.ts'
import { replyReviewQuery } from '#client/entities/reviews/reviews.api.ts'
import button from '#client/ui/buttons/text-button.module.css'
import type { Message } from '#shared/contract/messages.ts'
import type { Review } from '#shared/contract/reviews.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import type { Channel } from '#shared/revisor/rules.ts'
import classes from './reply-review.module.css'

type Props = {
  userId: string
  /** Where the agent's replies are published. */
  channel: Channel
  message: Pick<Message, 'id' | 'groundedOn'>
  text: string
}

/** The findings of the house's rules in an ended reply; they change nothing in it. */
export default function ReplyReview({ userId, channel, message, text }: Props) {
  const { id: messageId, groundedOn } = message
  const isLong = text.length > REVIEW_LIMITS.textLength
  const { data, isError, isFetching, refetch } = useQuery({
    ...replyReviewQuery({ messageId, text, groundedOn, channel }),
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
        onClick={() => keepReplyDraft({ userId, messageId }, text, data.compared)}
      >
        Revisor: {countsText(findings)}
      </Link>{' '}
      É só um aviso: a resposta não foi alterada.
      <FoundWords review={data.review} />
    </>
  )
}

const SHOWN = 5

function FoundWords({ review: { findings, rules } }: { review: Review }) {
  const rest = findings.length - SHOWN
  return (
    <ul className={classes.found} aria-label="Achados desta resposta">
      {findings.slice(0, SHOWN).map(({ start, end, ruleId, quote }) => (
        <li key={`${ruleId} ${start} ${end}`}>
          “{quote}”: {rules.find(({ id }) => id === ruleId)?.title}
        </li>
      ))}
      {rest > 0 && <li>{rest === 1 ? 'E mais 1 achado' : `E mais ${rest} achados`} no Revisor.</li>}
    </ul>
  )
}

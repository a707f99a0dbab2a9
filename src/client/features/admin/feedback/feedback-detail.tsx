import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { FeedbackItem } from '#shared/contract/feedback.ts'
import { feedbackQueries } from './feedback.api.ts'
import { linesOf } from './feedback-cache.ts'
import classes from './feedback-detail.module.css'
import type { FeedbackSearch } from './feedback-search.ts'
import { GenerationDetails } from './generation-details.tsx'
import { ReviewButtons } from './review-buttons.tsx'
import { SurroundingMessages } from './surrounding-messages.tsx'

type Props = {
  messageId: string
  /** What the list knows of it already. */
  known: FeedbackItem | undefined
  /** Goes up by one as a review brings the next one here, which is then read from its beginning. */
  moves: number
  backSearch: FeedbackSearch
  onReviewed: () => void
  onUndone: (messageId: string) => void
}

/** One thumb down: why, after what, and what the agent had been told. */
export function FeedbackDetailPanel({ messageId, known, moves, backSearch, onReviewed, onUndone }: Props) {
  const detail = useQuery(feedbackQueries.detail(messageId))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (moves > 0) heading.current?.focus({ preventScroll: true })
  }, [moves])
  const item = detail.data ?? known
  const isGone = detail.error instanceof ApiError && detail.error.status === 404
  return (
    <Stack as="section" gap={24} className={classes.panel} aria-label="Avaliação aberta">
      <Link
        to="/app/admin/avaliacoes"
        search={backSearch}
        activeOptions={{ exact: true }}
        className={classes.back}
      >
        <IconArrowLeft size={20} aria-hidden />
        Todas as avaliações
      </Link>
      {item && !isGone && (
        <Stack as="header">
          <h2 ref={heading} tabIndex={-1} className={classes.title}>
            {linesOf(item.reason)[0] ?? 'Sem motivo escrito'}
          </h2>
          {linesOf(item.reason)
            .slice(1)
            .map((line) => (
              <p key={line} className={classes.more}>
                {line}
              </p>
            ))}
          <p className={classes.about}>
            <Link to="/app/admin/users/$userId/edit" params={{ userId: item.person.id }}>
              {item.person.name}
            </Link>
            , sobre uma resposta de {shortNameOf(item.agent.name)}, em {formatMoment(item.feedbackAt)}
          </p>
          <ReviewButtons item={item} onReviewed={onReviewed} onUndone={onUndone} />
        </Stack>
      )}
      {detail.isPending && <Waiting />}
      {detail.isError && !detail.data && (
        <StateMessage
          tone="error"
          title={isGone ? 'Esta avaliação não está mais aqui' : 'A conversa não carregou'}
          actions={!isGone && <Button onClick={() => void detail.refetch()}>Tentar de novo</Button>}
        >
          {isGone ? 'A pessoa mudou de ideia, ou a conversa foi excluída.' : errorText(detail.error)}
        </StateMessage>
      )}
      {detail.data && !isGone && (
        <>
          <SurroundingMessages detail={detail.data} />
          <GenerationDetails detail={detail.data} />
        </>
      )}
    </Stack>
  )
}

const TURNS = ['a', 'b', 'c'] as const

function Waiting() {
  return (
    <Stack gap={16} role="status" aria-label="Carregando a conversa">
      {TURNS.map((turn) => (
        <div key={turn} className={`${classes.turnGap} skeleton`} aria-hidden />
      ))}
    </Stack>
  )
}

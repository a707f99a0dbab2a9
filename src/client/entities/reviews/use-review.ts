import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import type {
  CreateReviewNote,
  Review,
  ReviewFinding,
  ReviewNote,
  ReviewRule,
} from '#shared/contract/reviews.ts'
import { moveSpans } from '#shared/revisor/move-spans.ts'
import type { Channel } from '#shared/revisor/rules.ts'
import type { ProofSource } from './proof-source-field.tsx'
import type { Stale } from './review-texts.ts'
import { addReviewNote, removeReviewNote, reviewNotesQuery, reviewText } from './reviews.api.ts'
import { useJudge } from './use-judge.ts'

/** `isByModel`: found by the reading of a model; the others by the code. */
export type ShownFinding = ReviewFinding & { key: string; isByModel: boolean }
/** `source`: of the Acervo, which proves it. */
export type NewNote = Pick<CreateReviewNote, 'kind' | 'reason'> & { source?: ProofSource | undefined }

/** What a text is compared with; empty texts stand for none. */
export type Compared = { channel: Channel; productId: string; offerId: string; brandId: string }

type Asked = { text: string; compared: Compared }

type Reviewed = {
  text: string
  compared: Compared
  documentId: string | undefined
  /** A review of the first text, compared as at first. */
  known: Review | undefined
}

const foundByCode = ({ findings }: Review): ShownFinding[] =>
  findings.map((it) => ({ ...it, key: newId(), isByModel: false }))

const isSame = (one: Compared, other: Compared) =>
  one.channel === other.channel &&
  one.productId === other.productId &&
  one.offerId === other.offerId &&
  one.brandId === other.brandId

const NO_NOTES: readonly ReviewNote[] = []

/**
 * A review of a text that is edited meanwhile: findings move with the text and go when their words change. Remarks are
 * stored with a document; without one they last as long as the page.
 */
export function useReview({ text, compared, documentId, known }: Reviewed) {
  const client = useQueryClient()
  const [review, setReview] = useState(known)
  const [asked, setAsked] = useState({ text, compared })
  const [placed, setPlaced] = useState(() => ({ text, findings: known ? foundByCode(known) : [] }))
  const [judgedFor, setJudgedFor] = useState<Channel>()
  const [judgedRules, setJudgedRules] = useState<readonly ReviewRule[]>([])
  const [own, setOwn] = useState<ReviewNote[]>([])
  const stored = useQuery({ ...reviewNotesQuery(documentId ?? ''), enabled: documentId !== undefined })
  const notes = documentId === undefined ? own : (stored.data ?? NO_NOTES)

  const current =
    placed.text === text ? placed : { text, findings: moveSpans(placed.findings, placed.text, text) }
  if (current !== placed) setPlaced(current)

  const asking = useMutation({
    mutationFn: ({ text: sent, compared: { channel, productId, offerId, brandId } }: Asked) =>
      reviewText({
        text: sent,
        channel,
        ...(productId && { productId }),
        ...(offerId && { offerId }),
        ...(brandId && { brandId }),
      }),
    onSuccess: (answer, sent) => {
      const { channel } = sent.compared
      setReview(answer)
      setAsked(sent)
      if (judgedFor !== channel) judge.forget()
      const found = foundByCode(answer)
      // The text may have been edited since it was sent. What a model found for this channel stays.
      setPlaced((now) => {
        const kept = now.findings.filter(({ isByModel }) => isByModel && judgedFor === channel)
        return { text: now.text, findings: merged(moveSpans(found, sent.text, now.text), kept) }
      })
    },
  })
  const judge = useJudge((answer, { text: read }) => {
    setJudgedRules((now) => [...now, ...answer.rules])
    const found = answer.findings.map((it) => ({ ...it, key: newId(), isByModel: true }))
    setPlaced((now) => ({
      text: now.text,
      findings: merged(now.findings, moveSpans(found, read, now.text)),
    }))
  })
  const askModel = (channel: Channel) => {
    setJudgedFor(channel)
    setJudgedRules([])
    setPlaced((now) => ({ ...now, findings: now.findings.filter(({ isByModel }) => !isByModel) }))
    void judge.ask({ text, channel })
  }

  const noteOf = ({ ruleId, quote }: ReviewFinding) =>
    notes.find((it) => it.ruleId === ruleId && it.quote === quote)
  const add = async ({ ruleId, quote }: ReviewFinding, { source, kind, reason }: NewNote): Promise<void> => {
    const body = { id: newId(), ruleId, quote, kind, reason }
    if (documentId !== undefined) {
      return addReviewNote(client, documentId, { ...body, ...(source && { sourceId: source.id }) })
    }
    const kept = {
      ...body,
      source: source ? { id: source.id, name: source.name, collectionId: null } : null,
    }
    setOwn((now) => [...now, { ...kept, createdAt: new Date().toISOString() }])
  }
  const remove = async ({ id }: ReviewNote): Promise<void> => {
    if (documentId !== undefined) return removeReviewNote(client, documentId, id)
    setOwn((now) => now.filter((it) => it.id !== id))
  }
  return {
    review,
    stale: staleOf(asked, { text, compared }),
    ruleOf: (id: string) => [...(review?.rules ?? []), ...judgedRules].find((it) => it.id === id),
    judge,
    askModel,
    open: current.findings.filter((it) => !noteOf(it)),
    noted: current.findings.flatMap((finding) => {
      const note = noteOf(finding)
      return note ? [{ finding, note }] : []
    }),
    ask: () => asking.mutate({ text, compared }),
    isAsking: asking.isPending,
    error: asking.error ?? stored.error,
    add,
    remove,
  }
}

function staleOf(asked: Asked, now: Asked): Stale | undefined {
  if (asked.text !== now.text) return 'text'
  return isSame(asked.compared, now.compared) ? undefined : 'choice'
}

/** In the order of the text; of the model's findings those whose rule the code has not found at the same place. */
function merged(some: readonly ShownFinding[], more: readonly ShownFinding[]): ShownFinding[] {
  const all = [...some, ...more]
  const isKnown = (finding: ShownFinding) =>
    finding.isByModel &&
    all.some(
      (it) =>
        !it.isByModel && it.ruleId === finding.ruleId && it.start < finding.end && finding.start < it.end,
    )
  return all
    .filter((it) => !isKnown(it))
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
}

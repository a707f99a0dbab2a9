import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import { ApiError } from '#client/lib/http/http-client.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import type {
  CreateReviewNote,
  Review,
  ReviewFinding,
  ReviewNote,
  ReviewRule,
} from '#shared/contract/reviews.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import { moveSpans } from '#shared/revisor/move-spans.ts'
import type { Channel } from '#shared/revisor/rules.ts'
import { type Compared, isSameCompared } from './compared.ts'
import type { ProofSource } from './proof-source-field.tsx'
import type { Stale } from './review-texts.ts'
import { addReviewNote, removeReviewNote, reviewNotesQuery, reviewText } from './reviews.api.ts'
import { useJudge } from './use-judge.ts'

/** `isByModel`: found by the reading of a model; the others by the code. */
export type ShownFinding = ReviewFinding & { key: string; isByModel: boolean }
/** `source`: of the Acervo, which proves it; `file`: sent before, for a document's finding. */
export type NewNote = Pick<CreateReviewNote, 'kind' | 'reason'> & {
  source?: ProofSource | undefined
  file?: Pick<Attachment, 'id'> | undefined
}

/** Remarks that are kept with a text that is no document. */
export type OwnNotes = { notes: readonly ReviewNote[]; onNotes: (notes: readonly ReviewNote[]) => void }

type Asked = { text: string; compared: Compared }

type Reviewed = {
  text: string
  compared: Compared
  documentId: string | undefined
  /** Without a document. */
  own: OwnNotes | undefined
  /** A review of the first text, compared as at first. */
  known?: Review | undefined
}

/** A finding of before at the same place keeps its key, and with it what is typed on its card. */
export const foundByCode = ({ findings }: Pick<Review, 'findings'>, before: readonly ShownFinding[] = []) =>
  findings.map((it): ShownFinding => {
    const same = before.find(
      ({ isByModel, ruleId, start, end }) =>
        !isByModel && ruleId === it.ruleId && start === it.start && end === it.end,
    )
    return { ...it, key: same?.key ?? newId(), isByModel: false }
  })

const NO_NOTES: readonly ReviewNote[] = []
const NOTHING: readonly ShownFinding[] = []

/** Findings in the text that they were found in. */
type Answer = { text: string; findings: readonly ShownFinding[] }

/**
 * A review of a text that is edited meanwhile: findings move with the text and go when their words change; they come
 * back with the text that they were found in, as by an undo. Remarks are stored with a document, or kept by the page.
 */
export function useReview({ text, compared, documentId, own, known }: Reviewed) {
  const client = useQueryClient()
  const [review, setReview] = useState(known)
  const [asked, setAsked] = useState({ text, compared })
  const [answers, setAnswers] = useState<readonly Answer[]>(() =>
    known ? [{ text, findings: foundByCode(known) }] : [],
  )
  const [placed, setPlaced] = useState<Answer>(() => ({ text, findings: answers.flatMap(findingsOf) }))
  const [judgedFor, setJudgedFor] = useState<Channel>()
  const [pointed, setPointed] = useState<string>()
  const [judgedRules, setJudgedRules] = useState<readonly ReviewRule[]>([])

  const current = placed.text === text ? placed : { text, findings: movedTo(text, placed, answers) }
  if (current !== placed) setPlaced(current)

  const asking = useMutation({
    mutationFn: ({ text: sent, compared: to }: Asked) => reviewText(sent, to),
    onSuccess: (answer, sent) => {
      const { channel } = sent.compared
      setReview(answer)
      setAsked(sent)
      if (judgedFor !== channel) judge.forget()
      const before = moveSpans(current.findings, current.text, sent.text)
      const found = { text: sent.text, findings: foundByCode(answer, before) }
      // The model's findings for this channel stay.
      const isKept = ({ isByModel }: ShownFinding) => isByModel && judgedFor === channel
      setAnswers((now) => [found, ...only(isKept, now)])
      setPlaced((now) => ({
        text: now.text,
        findings: merged(movedTo(now.text, found, []), now.findings.filter(isKept)),
      }))
    },
  })
  const stored = useQuery({
    ...reviewNotesQuery(documentId ?? ''),
    enabled: documentId !== undefined && (asking.isPending || review !== undefined),
  })
  const notes = (documentId === undefined ? own?.notes : stored.data) ?? NO_NOTES
  const judge = useJudge((answer, { text: read }) => {
    setJudgedRules((now) => [...now, ...answer.rules])
    const findings = answer.findings.map((it) => ({ ...it, key: newId(), isByModel: true }))
    const found = { text: read, findings }
    setAnswers((now) => [...now, found])
    setPlaced((now) => ({
      text: now.text,
      findings: merged(now.findings, movedTo(now.text, found, [])),
    }))
  })
  const askModel = () => {
    const { channel } = compared
    const isByCode = ({ isByModel }: ShownFinding) => !isByModel
    setJudgedFor(channel)
    setJudgedRules([])
    setAnswers((now) => only(isByCode, now))
    setPlaced((now) => ({ ...now, findings: now.findings.filter(isByCode) }))
    void judge.ask({ text, channel })
  }

  const noteOf = ({ ruleId, quote }: ReviewFinding) =>
    notes.find((it) => it.ruleId === ruleId && it.quote === quote)
  const add = async (
    { ruleId, quote }: ReviewFinding,
    { source, file, kind, reason }: NewNote,
  ): Promise<void> => {
    const body = { id: newId(), ruleId, quote, kind, reason }
    if (documentId !== undefined) {
      const proof = { ...(source && { sourceId: source.id }), ...(file && { attachmentId: file.id }) }
      return addReviewNote(client, documentId, { ...body, ...proof })
    }
    const kept = {
      ...body,
      source: source ? { id: source.id, name: source.name, collectionId: null } : null,
      file: null,
    }
    own?.onNotes(withNote(notes, { ...kept, createdAt: new Date().toISOString() }, text))
  }
  const remove = async ({ id }: ReviewNote): Promise<void> => {
    if (documentId !== undefined) return removeReviewNote(client, documentId, id)
    own?.onNotes(notes.filter((it) => it.id !== id))
  }
  return {
    /** Once the remarks are known, or they cannot be. */
    review: stored.isLoading ? undefined : review,
    stale: staleOf(asked, { text, compared }),
    ruleOf: (id: string) => [...(review?.rules ?? []), ...judgedRules].find((it) => it.id === id),
    judge,
    askModel,
    /** The finding whose words the caret is in. */
    pointed,
    point: (key: string | undefined) => setPointed(key),
    open: stored.isLoading ? NOTHING : current.findings.filter((it) => !noteOf(it)),
    noted: current.findings.flatMap((finding) => {
      const note = noteOf(finding)
      return note ? [{ finding, note }] : []
    }),
    isStored: documentId !== undefined,
    /** Reviews the text as it is now, which may be newer than the one that is shown. */
    ask: (now: string = text) => {
      if (!asking.isPending) asking.mutate({ text: now, compared })
    },
    isAsking: asking.isPending || stored.isLoading,
    error: asking.error ?? stored.error,
    add,
    remove,
  }
}

const findingsOf = ({ findings }: Answer) => findings

const only = (isKept: (finding: ShownFinding) => boolean, answers: readonly Answer[]): Answer[] =>
  answers
    .map(({ text, findings }) => ({ text, findings: findings.filter(isKept) }))
    .filter(({ findings }) => findings.length > 0)

/** The findings in a later text, and those of the answers that were found in this very text. */
function movedTo(text: string, { findings, text: before }: Answer, answers: readonly Answer[]) {
  const moved = moveSpans(findings, before, text)
  const keys = new Set(moved.map(({ key }) => key))
  const back = answers
    .filter((it) => it.text === text)
    .flatMap(findingsOf)
    .filter(({ key }) => !keys.has(key))
  return back.length === 0 ? moved : merged(moved, back)
}

/** At the limit, remarks whose words are no longer in the text are dropped. @throws {ApiError} when there are none. */
function withNote(notes: readonly ReviewNote[], note: ReviewNote, text: string): ReviewNote[] {
  const { notesPerDocument: most } = REVIEW_LIMITS
  const kept = notes.length < most ? notes : notes.filter(({ quote }) => text.includes(quote))
  if (kept.length < most) return [...kept, note]
  const message = `Um texto guarda até ${most} anotações. Desfaça uma antes.`
  throw new ApiError({ code: 'CONFLICT', status: 409, message })
}

function staleOf(asked: Asked, now: Asked): Stale | undefined {
  if (asked.text !== now.text) return 'text'
  return isSameCompared(asked.compared, now.compared) ? undefined : 'choice'
}

/** In the order of the text. A model's finding is left out if the code has found the same rule at that place. */
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

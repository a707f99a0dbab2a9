import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { Review } from '#shared/contract/reviews.ts'
import { COMPARED_WITH_NOTHING, type Compared } from './compared.ts'
import { ComparedFields } from './compared-fields.tsx'
import { Findings } from './findings.tsx'
import { MarkedTextarea, selectWords } from './marked-textarea.tsx'
import { unreviewable } from './review-texts.ts'
import classes from './reviews.module.css'
import { type OwnNotes, useReview } from './use-review.ts'

type Props = {
  text: string
  onText: (text: string) => void
  /** The document that the text is of; remarks are stored with it. */
  documentId?: string
  /** A review of the text as it is at first, for the general channel. */
  known?: Review
  /** What the text is compared with at first. */
  initial?: Compared
  onCompared?: (compared: Compared) => void
  /** Remarks on a text that is no document. */
  own?: OwnNotes
  /** Buttons beside "Revisar". */
  actions?: ReactNode
}

/** A text with the findings of the house's rules beside it. */
export function ReviewWorkbench(props: Props) {
  const { text: written, onText, documentId, known, own, actions } = props
  const id = useId()
  const [compared, setCompared] = useState(props.initial ?? COMPARED_WITH_NOTHING)
  const [missing, setMissing] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const state = useReview({ text: written, compared, documentId, own, known })
  const checkedAt = state.review?.checkedAt
  // A new review is read first; on a phone it stands below the text.
  useEffect(() => {
    if (checkedAt) heading.current?.focus()
  }, [checkedAt])
  const handleReview = () => {
    const reason = unreviewable(written)
    if (!reason) return state.ask()
    setMissing(reason)
    field.current?.focus()
  }
  const change = (now: Compared) => {
    setCompared(now)
    props.onCompared?.(now)
  }
  return (
    <div className={classes.bench} data-reviewed={state.review !== undefined || undefined}>
      <Stack gap={16} className={classes.side}>
        <MarkedTextarea
          area={field}
          inputClass={classes.tall ?? ''}
          marks={state.open}
          onPoint={state.point}
          value={written}
          error={missing}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value)
            setMissing(undefined)
          }}
        />
        <ComparedFields compared={compared} onChange={change} />
        <Row gap={12}>
          <Button size="md" loading={state.isAsking} onClick={handleReview}>
            Revisar
          </Button>
          {actions}
        </Row>
        <FormAlert>{state.error ? errorText(state.error) : undefined}</FormAlert>
      </Stack>
      {state.review && (
        <Stack as="section" gap={16} aria-labelledby={id} className={classes.findings}>
          <h2 id={id} ref={heading} tabIndex={-1} className={classes.heading}>
            Achados
          </h2>
          <Findings
            state={state}
            written={written}
            onSelect={(finding) => selectWords(field.current, finding)}
            onReplace={({ start, end }, after) => {
              onText(written.slice(0, start) + after + written.slice(end))
              field.current?.focus()
            }}
            onGone={() => heading.current?.focus()}
          />
        </Stack>
      )}
    </div>
  )
}

import { Button, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Review } from '#shared/contract/reviews.ts'
import { judgedParts } from '#shared/revisor/judged-parts.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import { COMPARED_WITH_NOTHING, type Compared } from './compared.ts'
import { ComparedFields } from './compared-fields.tsx'
import { FindingCard, NotedFinding } from './finding-card.tsx'
import { FindingLayer } from './finding-layer.tsx'
import { JudgePanel } from './judge-panel.tsx'
import { resultText } from './review-texts.ts'
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
  const [compared, setCompared] = useState(props.initial ?? COMPARED_WITH_NOTHING)
  const [missing, setMissing] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const state = useReview({ text: written, compared, documentId, own, known })
  const isLong = written.length > REVIEW_LIMITS.textLength
  const handleReview = () => {
    if (written.trim() !== '' && !isLong) return state.ask()
    setMissing(isLong ? 'O texto passa de 100.000 caracteres' : 'Cole ou escreva um texto')
    field.current?.focus()
  }
  const change = (now: Compared) => {
    setCompared(now)
    props.onCompared?.(now)
  }
  const select = ({ start, end }: { start: number; end: number }) => {
    const area = field.current
    if (!area) return
    area.focus()
    area.setSelectionRange(start, end)
    // Browsers do not scroll to a selection that a program sets.
    area.scrollTop = Math.max(0, (start / written.length) * area.scrollHeight - area.clientHeight / 2)
    area.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className={classes.bench} data-reviewed={state.review !== undefined || undefined}>
      <Stack gap={16} className={classes.side}>
        <Textarea
          ref={field}
          label="Texto"
          size="md"
          classNames={{ input: classes.text ?? '' }}
          inputContainer={(input) => (
            <div className={classes.field} data-marked={state.open.length > 0 || undefined}>
              {state.open.length > 0 && <FindingLayer text={written} marks={state.open} field={field} />}
              {input}
            </div>
          )}
          value={written}
          error={missing}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value)
            setMissing(undefined)
          }}
        />
        <ComparedFields compared={compared} onChange={change} />
        <p className={text.hint}>
          Com um produto ou uma oferta, preços, parcelas, garantia e datas são comparados com o que está
          salvo. Com uma marca, as palavras proibidas dela.
        </p>
        <Row gap={12}>
          <Button size="md" loading={state.isAsking} onClick={handleReview}>
            Revisar
          </Button>
          {actions}
        </Row>
        <FormAlert>{state.error ? errorText(state.error) : undefined}</FormAlert>
      </Stack>
      {state.review && (
        <Findings
          state={state}
          written={written}
          isStored={documentId !== undefined}
          parts={isLong ? 0 : judgedParts(written).length}
          onJudge={() => state.askModel(compared.channel)}
          onSelect={select}
          onReplace={({ start, end }, after) => {
            onText(written.slice(0, start) + after + written.slice(end))
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}

type Span = { start: number; end: number }
type FindingsProps = {
  state: ReturnType<typeof useReview>
  /** The text as it is now. */
  written: string
  isStored: boolean
  /** Parts of the text that a model would read. */
  parts: number
  onJudge: () => void
  onSelect: (span: Span) => void
  onReplace: (span: Span, after: string) => void
}

function Findings({ state, written, isStored, parts, onJudge, onSelect, onReplace }: FindingsProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { review, stale, open, noted, ruleOf } = state
  const checkedAt = review?.checkedAt
  // A new review is read first; on a phone it stands below the text.
  useEffect(() => {
    if (checkedAt) heading.current?.focus()
  }, [checkedAt])
  if (!review) return null
  const toHeading = () => heading.current?.focus()
  return (
    <Stack as="section" gap={16} aria-labelledby={id} className={classes.findings}>
      <h2 id={id} ref={heading} tabIndex={-1} className={classes.heading}>
        Achados
      </h2>
      <p role="status">
        {resultText({ open: open.length, noted: noted.length, rulesDate: review.rulesDate, stale })}
      </p>
      <p className={text.small}>
        {review.rulesChecked} regras conferidas, versão {review.rulesVersion}. As regras leem palavras e
        números: o que elas não acham também pode dar problema, e quem publica responde pelo texto.
      </p>
      <JudgePanel
        state={state.judge.state}
        text={written}
        parts={parts}
        onAsk={onJudge}
        onCancel={state.judge.cancel}
      />
      <Stack as="ol" gap={12} className={classes.list}>
        {open.map((finding) => {
          const rule = ruleOf(finding.ruleId)
          return (
            rule && (
              <li key={finding.key}>
                <FindingCard
                  finding={finding}
                  rule={rule}
                  isStored={isStored}
                  onSelect={() => onSelect(finding)}
                  onTake={(after) => onReplace(finding, after)}
                  onNote={async (note) => {
                    await state.add(finding, note)
                    toHeading()
                  }}
                />
              </li>
            )
          )
        })}
      </Stack>
      {noted.length > 0 && (
        <Stack gap={12}>
          <h3 className={classes.rule}>Ignorados e provados</h3>
          {!isStored && <p className={text.small}>Estas anotações ficam neste navegador, com o texto.</p>}
          <Stack as="ol" gap={12} className={classes.list}>
            {noted.map(({ finding, note }) => {
              const rule = ruleOf(finding.ruleId)
              return (
                rule && (
                  <li key={finding.key}>
                    <NotedFinding
                      finding={finding}
                      rule={rule}
                      note={note}
                      onSelect={() => onSelect(finding)}
                      onUndo={async () => {
                        await state.remove(note)
                        toHeading()
                      }}
                    />
                  </li>
                )
              )
            })}
          </Stack>
        </Stack>
      )}
    </Stack>
  )
}

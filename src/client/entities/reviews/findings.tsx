import { useEffect, useRef } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { judgedParts } from '#shared/revisor/judged-parts.ts'
import { FindingCard, NotedFinding } from './finding-card.tsx'
import { JudgePanel } from './judge-panel.tsx'
import { judgeLossText } from './judge-texts.ts'
import { resultText, unreviewable } from './review-texts.ts'
import classes from './reviews.module.css'
import type { ShownFinding, useReview } from './use-review.ts'

type Props = {
  state: ReturnType<typeof useReview>
  /** The text as it is now. */
  written: string
  /** The text is in an editor with two views; a reading stays in one of them. */
  isInEditor?: boolean
  onSelect: (finding: ShownFinding) => void
  onReplace: (finding: ShownFinding, after: string) => void
  /** Moves the focus when the pressed button is gone. */
  onGone: () => void
}

/** What a review has found, and what to do about it. */
export function Findings({ state, written, isInEditor = false, onSelect, onReplace, onGone }: Props) {
  const { review, stale, open, noted, ruleOf, pointed } = state
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const card = list.current?.querySelector<HTMLElement>('[data-pointed]')
    if (pointed && card) scrollWithin(card)
  }, [pointed])
  if (!review) return null
  return (
    <>
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
        parts={unreviewable(written) ? 0 : judgedParts(written).length}
        loss={isInEditor ? judgeLossText(state.judge.state, state.isStored) : ''}
        onAsk={state.askModel}
        onCancel={state.judge.cancel}
      />
      <Stack as="ol" gap={12} className={classes.list} ref={list}>
        {open.map((finding) => {
          const rule = ruleOf(finding.ruleId)
          return (
            rule && (
              <li key={finding.key} data-pointed={finding.key === pointed || undefined}>
                <FindingCard
                  finding={finding}
                  rule={rule}
                  isStored={state.isStored}
                  onSelect={() => onSelect(finding)}
                  onTake={(after) => onReplace(finding, after)}
                  onNote={async (note) => {
                    await state.add(finding, note)
                    onGone()
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
          {!state.isStored && (
            <p className={text.small}>Estas anotações ficam neste navegador, com o texto.</p>
          )}
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
                        onGone()
                      }}
                    />
                  </li>
                )
              )
            })}
          </Stack>
        </Stack>
      )}
    </>
  )
}

/** Scrolls the card's list to the card. The page stays where it is, because the person is writing in it. */
function scrollWithin(card: HTMLElement): void {
  let box = card.parentElement
  while (box && box.scrollHeight <= box.clientHeight) box = box.parentElement
  if (!box || box === document.documentElement || box === document.body) return
  const [inner, outer] = [card.getBoundingClientRect(), box.getBoundingClientRect()]
  if (inner.top < outer.top) box.scrollTop += inner.top - outer.top
  else if (inner.bottom > outer.bottom)
    box.scrollTop += Math.min(inner.bottom - outer.bottom, inner.top - outer.top)
}

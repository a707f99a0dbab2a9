import { Button } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { ComparedFields } from '#client/entities/reviews/compared-fields.tsx'
import { Findings } from '#client/entities/reviews/findings.tsx'
import { CHANNEL_NAMES, unreviewable } from '#client/entities/reviews/review-texts.ts'
import reviews from '#client/entities/reviews/reviews.module.css'
import type { ShownFinding, useReview } from '#client/entities/reviews/use-review.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { EditorPanel } from './editor/editor-panel.tsx'
import type { Reviewing } from './use-reviewing.ts'

type Props = {
  state: ReturnType<typeof useReview>
  reviewing: Reviewing
  /** The text as it is now. */
  written: string
  heading: RefObject<HTMLHeadingElement | null>
  isHidden: boolean
  onSelect: (finding: ShownFinding) => void
  onReplace: (finding: ShownFinding, after: string) => void
  onClose: () => void
}

/** The findings of a text beside it. */
export function FindingsPanel(props: Props) {
  const { state, reviewing, written, heading, isHidden, onSelect, onReplace, onClose } = props
  const { compared, onCompared } = reviewing
  const missing = unreviewable(written)
  const again = useRef<HTMLButtonElement>(null)
  const checkedAt = state.review?.checkedAt
  // The pressed button was disabled and lost the focus. A focus that has moved elsewhere stays there.
  useEffect(() => {
    const { activeElement } = document
    const isNowhere = activeElement === document.body || activeElement === again.current
    if (checkedAt && isNowhere) heading.current?.focus()
  }, [checkedAt, heading])
  return (
    <EditorPanel title="Achados" heading={heading} isHidden={isHidden} onLeave={onClose}>
      {!state.review && <p role="status">{missing ? `${missing}.` : state.isAsking && 'Revisando…'}</p>}
      <Stack gap={8}>
        <details className={reviews.choices}>
          <summary>Onde vai sair ({CHANNEL_NAMES[compared.channel]}) e o que comparar</summary>
          <ComparedFields compared={compared} onChange={onCompared} />
        </details>
        <Button
          ref={again}
          variant="default"
          disabled={missing !== undefined}
          loading={state.isAsking}
          onClick={() => state.ask()}
        >
          Revisar de novo
        </Button>
        <FormAlert>{state.error ? errorText(state.error) : undefined}</FormAlert>
      </Stack>
      <Findings
        state={state}
        written={written}
        isInEditor
        onSelect={onSelect}
        onReplace={onReplace}
        onGone={() => heading.current?.focus()}
      />
    </EditorPanel>
  )
}

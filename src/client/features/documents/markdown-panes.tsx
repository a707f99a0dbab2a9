import { Button, type TextareaProps } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { MarkedTextarea, selectWords } from '#client/entities/reviews/marked-textarea.tsx'
import { unreviewable } from '#client/entities/reviews/review-texts.ts'
import { useReview } from '#client/entities/reviews/use-review.ts'
import { Markdown } from '#client/markdown/markdown.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { withoutTitle } from '#shared/markdown/markdown-title.ts'
import classes from './document-editor.module.css'
import panels from './editor/editor-panel.module.css'
import { FindingsPanel } from './findings-panel.tsx'
import type { Reviewing } from './use-reviewing.ts'

type Props = {
  title: string
  body: string
  reviewing: Reviewing
  /** Properties of the text's field. */
  field: TextareaProps
  onBody: (body: string) => void
}

/** Markdown as it is stored, with a preview or its findings beside it; on a phone one of text and preview. */
export function MarkdownPanes({ title, body, reviewing, field, onBody }: Props) {
  const [beside, setBeside] = useState<'preview' | 'review'>()
  /** Its panel stays with what was typed or paid there. */
  const [wasReviewing, setWasReviewing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { error } = field
  // The error is below the text field.
  useEffect(() => {
    if (error) setBeside((now) => (now === 'preview' ? undefined : now))
  }, [error])
  const state = useReview({ text: body, ...reviewing })
  const isReviewing = beside === 'review'
  const handleReview = () => {
    setBeside('review')
    setWasReviewing(true)
    if (!unreviewable(body)) state.ask()
    heading.current?.focus()
  }
  return (
    <>
      <Row gap={12} className={classes.tools}>
        <SegmentedControl
          label="O que ver"
          options={MODES}
          value={beside === 'preview' ? 'preview' : 'write'}
          onChange={(mode) => setBeside(mode === 'preview' ? 'preview' : undefined)}
          className={classes.modes}
        />
        <Button
          variant="default"
          leftSection={<IconListSearch size={18} aria-hidden />}
          onClick={handleReview}
        >
          Revisar
        </Button>
      </Row>
      <div
        className={`${classes.both} ${isReviewing ? panels.pair : classes.panes}`}
        data-panel={isReviewing ? 'review' : undefined}
        data-preview={beside === 'preview' || undefined}
      >
        <MarkedTextarea
          {...field}
          area={area}
          value={body}
          marks={isReviewing ? state.open : []}
          onPoint={state.point}
          rootClass={classes.write ?? ''}
          inputClass={classes.text ?? ''}
          aria-keyshortcuts="Control+S"
        />
        {wasReviewing && (
          <FindingsPanel
            isHidden={!isReviewing}
            state={state}
            reviewing={reviewing}
            written={body}
            heading={heading}
            onSelect={(finding) => selectWords(area.current, finding)}
            onReplace={({ start, end }, after) => {
              onBody(body.slice(0, start) + after + body.slice(end))
              area.current?.focus()
            }}
            onClose={() => {
              setBeside(undefined)
              area.current?.focus()
            }}
          />
        )}
        {!isReviewing && <Preview title={title} body={body} />}
      </div>
    </>
  )
}

function Preview({ title, body }: Pick<Props, 'title' | 'body'>) {
  // Rendering a long text must not block typing.
  const shown = useDeferredValue(body)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={classes.preview} aria-label="Como fica" tabIndex={0}>
      {shown.trim() === '' ? (
        <p className={text.soft}>O texto aparece aqui como vai ficar.</p>
      ) : (
        <Markdown text={withoutTitle(shown, title)} level={2} />
      )}
    </section>
  )
}

const MODES = [
  { value: 'write', label: 'Escrever' },
  { value: 'preview', label: 'Ver como fica' },
] as const

import { Textarea } from '@mantine/core'
import { type ComponentProps, useDeferredValue, useEffect, useState } from 'react'
import { Markdown } from '#client/markdown/markdown.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import text from '#client/ui/text/text.module.css'
import { withoutTitle } from '#shared/markdown/markdown-title.ts'
import classes from './document-editor.module.css'

type Props = {
  title: string
  body: string
  /** Properties of the text's field. */
  field: ComponentProps<typeof Textarea>
}

/** Markdown as it is stored, with a preview beside it; on a phone one of the two at a time. */
export function MarkdownPanes({ title, body, field }: Props) {
  const [isPreview, setPreview] = useState(false)
  const { error } = field
  // The error is below the text field.
  useEffect(() => {
    if (error) setPreview(false)
  }, [error])
  // Rendering a long text must not block typing.
  const shown = useDeferredValue(body)
  return (
    <>
      <SegmentedControl
        label="O que ver"
        options={MODES}
        value={isPreview ? 'preview' : 'write'}
        onChange={(mode) => setPreview(mode === 'preview')}
        className={classes.modes}
      />
      <div className={classes.panes} data-preview={isPreview || undefined}>
        <Textarea
          label="Texto"
          size="md"
          aria-keyshortcuts="Control+S"
          classNames={{ root: classes.write ?? '', input: classes.text ?? '' }}
          {...field}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
        <section className={classes.preview} aria-label="Como fica" tabIndex={0}>
          {shown.trim() === '' ? (
            <p className={text.soft}>O texto aparece aqui como vai ficar.</p>
          ) : (
            <Markdown text={withoutTitle(shown, title)} level={2} />
          )}
        </section>
      </div>
    </>
  )
}

const MODES = [
  { value: 'write', label: 'Escrever' },
  { value: 'preview', label: 'Ver como fica' },
] as const

import type { Editor } from '@tiptap/core'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { isTouch } from '#client/lib/browser/is-touch.ts'
import { FindingsPanel } from '../findings-panel.tsx'
import type { Reviewing } from '../use-reviewing.ts'
import panels from './editor-panel.module.css'
import { FindingMarks } from './finding-marks.ts'
import { LinkSheet } from './link-sheet.tsx'
import { MarkdownPrinter } from './markdown-printer.ts'
import { PASTE } from './paste.ts'
import { RewritePanel } from './rewrite-panel.tsx'
import { RewriteRange } from './rewrite-range.ts'
import type { Opened } from './round-trip.ts'
import { extensions } from './schema.ts'
import { SlashMenu } from './slash-menu.tsx'
import { Toolbar } from './toolbar.tsx'
import { useFindings } from './use-findings.ts'
import classes from './visual-editor.module.css'

type Props = {
  reviewing: Reviewing
  /** The Markdown that was opened. */
  text: string
  opened: Opened
  label: string
  hint: string
  description: ReactNode
  error: ReactNode
  /** The form's name of the field. */
  path: string
  /** Called with the Markdown after each change by the user. */
  onChange: (text: string) => void
}

/** Writes Markdown as it will look. Remount it for another text. */
export function VisualEditor(props: Props) {
  const { reviewing, text, opened, label, hint, description, error, path, onChange } = props
  const id = useId()
  const [sheet, setSheet] = useState<'link' | null>(null)
  const panel = usePanels()
  const printer = useRef<MarkdownPrinter>(undefined)
  const editor = useEditor({
    extensions: [...extensions, RewriteRange, FindingMarks],
    content: opened.doc,
    injectCSS: false,
    editorProps: {
      ...PASTE,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-description${error ? ` ${id}-error` : ''}`,
        'aria-keyshortcuts': 'Control+S',
        class: classes.text ?? '',
        ...(error ? { 'aria-invalid': 'true' } : {}),
        'data-path': path,
      },
    },
    onCreate: ({ editor: it }) => {
      printer.current = new MarkdownPrinter(text, it.state.doc, opened.sources)
    },
    onUpdate: ({ editor: it }) => {
      if (printer.current) onChange(printer.current.print(it.state.doc))
    },
  })
  const { ask, ...findings } = useFindings({ editor, reviewing, isOpen: panel.shown === 'review' })
  const handlePress = () => {
    if (!editor.isFocused) editor.commands.focus()
  }
  return (
    <div>
      <p id={`${id}-label`} className={classes.label}>
        {label}
      </p>
      <p id={`${id}-description`} className={classes.description}>
        {description}
      </p>
      <div className={panels.pair} data-panel={panel.shown}>
        <Page editor={editor} isInvalid={Boolean(error)} hint={hint} onPress={handlePress}>
          <Toolbar
            editor={editor}
            onLink={() => setSheet('link')}
            onRewrite={panel.openRewrite}
            onReview={() => {
              panel.openReview()
              ask()
            }}
          />
        </Page>
        {panel.rewrite > 0 && (
          <RewritePanel
            key={panel.rewrite}
            editor={editor}
            isHidden={panel.shown !== 'rewrite'}
            onClose={panel.closeRewrite}
          />
        )}
        {panel.wasReviewing && (
          <FindingsPanel
            {...findings}
            reviewing={reviewing}
            isHidden={panel.shown !== 'review'}
            onClose={() => {
              panel.closeReview()
              editor.commands.focus()
            }}
          />
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
      <SlashMenu editor={editor} />
      {sheet === 'link' && <LinkSheet editor={editor} onClose={() => setSheet(null)} />}
    </div>
  )
}

/** One of two panels; the other one, or a closed review, keeps what was typed or paid in it. */
function usePanels() {
  const [isReviewing, setReviewing] = useState(false)
  const [wasReviewing, setWasReviewing] = useState(false)
  /** The number of the request; 0 for none. */
  const [{ rewrite, count }, setRewrite] = useState({ rewrite: 0, count: 0 })
  return {
    rewrite,
    wasReviewing,
    shown: isReviewing ? ('review' as const) : rewrite > 0 ? ('rewrite' as const) : undefined,
    openReview: () => {
      setReviewing(true)
      setWasReviewing(true)
    },
    closeReview: () => setReviewing(false),
    openRewrite: () => {
      setReviewing(false)
      // Pressed again, it is about what is selected now.
      if (!isReviewing || rewrite === 0) setRewrite({ rewrite: count + 1, count: count + 1 })
    },
    closeRewrite: () => setRewrite({ rewrite: 0, count }),
  }
}

type PageProps = {
  editor: Editor
  isInvalid: boolean
  hint: string
  onPress: () => void
  children: ReactNode
}

function Page({ editor, isInvalid, hint, onPress, children }: PageProps) {
  const now = useEditorState({
    editor,
    selector: ({ editor: it }) => ({ isEmpty: it.isEmpty, isWriting: it.isFocused && isTouch() }),
  })
  return (
    <div
      className={classes.root}
      data-invalid={isInvalid || undefined}
      data-writing={now.isWriting || undefined}
    >
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the room below the text belongs to it for a pointer. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the text itself. */}
      <div className={classes.page} onClick={onPress}>
        {now.isEmpty && (
          <p className={classes.hint} aria-hidden>
            {hint}
          </p>
        )}
        <EditorContent editor={editor} />
      </div>
    </div>
  )
}

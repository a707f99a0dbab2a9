import { type ReactNode, useRef, useState } from 'react'
import type { Reviewing } from '../use-reviewing.ts'
import type { Obstacle } from './read-markdown.ts'
import { openMarkdown } from './round-trip.ts'
import { VisualEditor } from './visual-editor.tsx'

const REASONS: Record<Obstacle, string> = {
  html: 'Este texto tem HTML',
  image: 'Este texto tem imagens',
  reference: 'Este texto tem links por referência ou notas de rodapé',
  other: 'Este texto tem uma formatação',
}

type Props = {
  reviewing: Reviewing
  text: string
  description: ReactNode
  error: ReactNode
  path: string
  onChange: (text: string) => void
  /** The Markdown view, for a text that the visual editor cannot hold whole. */
  fallback: (reason: string) => ReactNode
}

/** The visual editor on the form's text, opened again when the text changes elsewhere, as by another version. */
export function VisualPane({ text, fallback, onChange, ...field }: Props) {
  const [base, setBase] = useState(() => ({ text, opened: openMarkdown(text), key: 0 }))
  /** The text that this editor has shown or written last. */
  const known = useRef(text)
  // A text that opened as Markdown stays there while it is written.
  if (text !== known.current && !('obstacle' in base.opened)) {
    known.current = text
    setBase({ text, opened: openMarkdown(text), key: base.key + 1 })
  }
  if ('obstacle' in base.opened) {
    return fallback(
      `${REASONS[base.opened.obstacle]} que o editor visual não mostra. Para não perder nada, ele abre em Markdown.`,
    )
  }
  return (
    <VisualEditor
      key={base.key}
      text={base.text}
      opened={base.opened}
      label="Texto"
      hint="Comece a escrever, ou digite / para ver o que dá para inserir."
      onChange={(now) => {
        known.current = now
        onChange(now)
      }}
      {...field}
    />
  )
}

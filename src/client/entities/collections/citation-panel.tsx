import type { ReactNode } from 'react'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Citation } from '#shared/contract/citations.ts'
import { placeText } from '#shared/passages/passage-place.ts'

type Props = {
  citation: Citation
  /** The passage is out of reach. */
  isOffline?: boolean
  onClose: () => void
  children: ReactNode
}

/** The panel of a citation, with its place; the passage is its content. */
export function CitationPanel({ citation, isOffline = false, onClose, children }: Props) {
  const { number, sourceName } = citation
  const place = placeText(citation)
  const said = isOffline ? 'O trecho abre com internet.' : 'O trecho, como a resposta o leu.'
  return (
    <Sheet title={`Fonte ${number}: ${sourceName}`} onDismiss={onClose}>
      <p className={text.soft} role={isOffline ? 'status' : undefined}>
        {place ? `${capital(place)}. ` : ''}
        {said}
      </p>
      {children}
    </Sheet>
  )
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { Row } from '#client/ui/layout/stack.tsx'
import classes from './editor-panel.module.css'

type Props = {
  title: string
  /** The element of the heading, to focus it later. */
  heading?: RefObject<HTMLHeadingElement | null>
  /** Keeps its content, as what was typed there. */
  isHidden?: boolean
  onLeave: () => void
  children: ReactNode
}

/** A panel beside the text, or over its lower part on a phone. Its heading takes the focus; Escape leaves it. */
export function EditorPanel({ title, heading: given, isHidden = false, onLeave, children }: Props) {
  const id = useId()
  const own = useRef<HTMLHeadingElement>(null)
  const heading = given ?? own
  useEffect(() => {
    if (!isHidden) heading.current?.focus()
  }, [heading, isHidden])
  const handleKeyDown = (event: KeyboardEvent) => {
    // It would submit the document's form.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onLeave()
  }
  return (
    <aside aria-labelledby={id} hidden={isHidden} className={classes.panel} onKeyDown={handleKeyDown}>
      <Row justify="between" wrap={false}>
        <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <button
          type="button"
          className={iconButton.fill}
          aria-label="Fechar"
          title="Fechar"
          onClick={onLeave}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      </Row>
      {children}
    </aside>
  )
}

import { type ReactNode, useId, useRef, useState } from 'react'
import { positionPopover } from '#client/lib/browser/position-popover.ts'
import classes from './help-tip.module.css'

type Props = {
  /** Completes the button's name. */
  about: string
  children: ReactNode
}

/** A help popover. The browser closes it on Escape and on an outside click. */
export function HelpTip({ about, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={`Ajuda: ${about}`}
        title={`Ajuda: ${about}`}
        popoverTarget={id}
      >
        <span aria-hidden>?</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="note"
        tabIndex={-1}
        className={classes.panel}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open' && button.current) show(currentTarget, button.current)
        }}
      >
        {isOpen && children}
      </div>
    </>
  )
}

function show(panel: HTMLElement, button: HTMLElement): void {
  positionPopover(panel, button)
  // Screen readers start here; Escape returns the focus to the button.
  panel.focus({ preventScroll: true })
  // It does not scroll with its button.
  const hide = ({ target }: Event) => target !== panel && panel.hidePopover()
  addEventListener('scroll', hide, { capture: true, once: true })
}

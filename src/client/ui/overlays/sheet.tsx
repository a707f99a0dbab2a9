import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import classes from './sheet.module.css'

type Props = {
  title: string
  /** Escape or a click outside; without it the sheet stays until it is answered. */
  onDismiss?: () => void
  /** For a text to be read. */
  isWide?: boolean
  children: ReactNode
}

/** A modal dialog while it is mounted: the browser keeps the focus inside and gives it back afterwards. */
export function Sheet({ title, onDismiss, isWide = false, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // Before the element is gone: only a dialog in the page gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Else the browser takes the first link or button, before anything was read.
    heading.current?.focus()
    return () => element?.close()
  }, [])

  // Browsers close at the second Escape whatever a page says.
  const handleClose = () => {
    if (dialog.current?.open) return
    if (onDismiss) onDismiss()
    else dialog.current?.showModal()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does for the keyboard what the click outside does.
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={classes.sheet}
      data-wide={isWide || undefined}
      onClose={handleClose}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss?.()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onDismiss?.()
      }}
    >
      <div className={classes.content}>
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import classes from './sheet.module.css'

type Props = {
  title: string
  /** For ×, Escape and outside clicks; without it the sheet cannot be dismissed. */
  onDismiss?: () => void
  isWide?: boolean
  children: ReactNode
}

/** A modal dialog while it is mounted; the browser traps and restores the focus. */
export function Sheet({ title, onDismiss, isWide = false, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // A layout effect: only a connected dialog restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Else the browser focuses the first link or button.
    heading.current?.focus()
    return () => element?.close()
  }, [])

  // Browsers close at the second Escape in any case.
  const handleClose = () => {
    if (dialog.current?.open) return
    if (onDismiss) onDismiss()
    else dialog.current?.showModal()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way.
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
      {onDismiss && (
        <button
          type="button"
          className={`${iconButton.fill} ${classes.close}`}
          aria-label="Fechar"
          title="Fechar"
          onClick={onDismiss}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      )}
    </dialog>
  )
}

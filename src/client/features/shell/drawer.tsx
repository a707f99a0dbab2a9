import { IconX } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { Row } from '#client/ui/layout/stack.tsx'
import { HomeLink } from '#client/ui/layout/wordmark.tsx'
import classes from './drawer.module.css'
import { useDrawerSwipe } from './use-drawer-swipe.ts'

type Props = { isOpen: boolean; onChange: (isOpen: boolean) => void; children: ReactNode }

/** The sidebar of a narrow screen: opens by button or edge swipe, closes by swipe, outside tap or Escape. */
export function Drawer({ isOpen, onChange, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Its content mounts at the first opening, and stays mounted.
  const [isWanted, setWanted] = useState(isOpen)
  if (isOpen && !isWanted) setWanted(true)
  useDrawerSwipe(dialog, { isOpen, onPull: () => setWanted(true), onChange })

  useLayoutEffect(() => {
    const element = dialog.current
    if (isOpen && !element?.open) element?.showModal()
    if (!isOpen) element?.close()
  }, [isOpen])
  // A layout that unmounts with an open drawer must not mount again with it.
  useEffect(() => () => onChange(false), [onChange])

  const place = useLocation({ select: ({ href }) => href })
  useEffect(() => {
    if (place) onChange(false)
  }, [place, onChange])

  const handleClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    // A click on the dialog itself is outside its content. A link to the current page does not navigate.
    if (target === dialog.current || target?.closest('a[aria-current="page"]')) onChange(false)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way.
    <dialog
      ref={dialog}
      aria-label="Conversas"
      className={classes.drawer}
      onClose={() => onChange(false)}
      onClick={handleClick}
    >
      <div className={classes.content}>
        <Row justify="between" wrap={false} className={classes.head}>
          <HomeLink to="/app" />
          <button
            type="button"
            className={iconButton.fill}
            aria-label="Fechar conversas"
            onClick={() => onChange(false)}
          >
            <IconX size={22} stroke={1.75} aria-hidden />
          </button>
        </Row>
        {isWanted && children}
      </div>
    </dialog>
  )
}

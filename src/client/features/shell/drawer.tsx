import { IconX } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Wordmark } from '#client/ui/layout/wordmark.tsx'
import classes from './drawer.module.css'
import { useDrawerSwipe } from './use-drawer-swipe.ts'

type Props = { isOpen: boolean; onChange: (isOpen: boolean) => void; children: ReactNode }

/** The sidebar on a narrow screen: out by button or by a swipe from the edge, away by swipe, tap outside or Escape. */
export function Drawer({ isOpen, onChange, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Nothing is asked of the server before somebody wants to see it; then it stays, ready for the next time.
  const [isWanted, setWanted] = useState(isOpen)
  if (isOpen && !isWanted) setWanted(true)
  useDrawerSwipe(dialog, { isOpen, onPull: () => setWanted(true), onChange })

  useLayoutEffect(() => {
    const element = dialog.current
    if (isOpen && !element?.open) element?.showModal()
    if (!isOpen) element?.close()
  }, [isOpen])
  // What is left with the drawer out is left for good: it must not meet whoever comes back.
  useEffect(() => () => onChange(false), [onChange])

  const place = useLocation({ select: ({ href }) => href })
  useEffect(() => {
    if (place) onChange(false)
  }, [place, onChange])

  const handleClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    // The dialog itself is hit only beside what it holds. The link of the page that is on the screen goes nowhere.
    if (target === dialog.current || target?.closest('a[aria-current="page"]')) onChange(false)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does for the keyboard what the click outside does.
    <dialog
      ref={dialog}
      aria-label="Conversas"
      className={classes.drawer}
      onClose={() => onChange(false)}
      onClick={handleClick}
    >
      <div className={classes.content}>
        <div className={classes.head}>
          <Wordmark />
          <button
            type="button"
            className={classes.close}
            aria-label="Fechar conversas"
            onClick={() => onChange(false)}
          >
            <IconX size={22} stroke={1.75} aria-hidden />
          </button>
        </div>
        {isWanted && children}
      </div>
    </dialog>
  )
}

import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { currentToasts, dismissToast, subscribeToasts, type Toast } from './toast.ts'
import classes from './toasts.module.css'

/** Takes a notice off the screen, and the focus on to where it belongs. */
function leave(id: number, action: Toast['action']) {
  dismissToast(id)
  const place = action?.returnTo?.() ?? document.getElementById('conteudo')
  place?.focus({ preventScroll: true })
}

/** A modal dialog leaves everything outside of it dead to finger and keyboard, notices too: they go into the topmost. */
const topmost = (): Element =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1) ?? document.body

function subscribeTopmost(listener: () => void): () => void {
  const unsubscribe = subscribeToasts(listener)
  document.addEventListener('close', listener, true)
  return () => {
    unsubscribe()
    document.removeEventListener('close', listener, true)
  }
}

/** Where notices are shown: a dialog that leaves with its page says nothing of it, so that it is watched meanwhile. */
function usePlace(): Element {
  const [, look] = useReducer((looks: number) => looks + 1, 0)
  const place = useSyncExternalStore(subscribeTopmost, topmost)
  useEffect(() => {
    if (place === document.body) return
    const observer = new MutationObserver(() => place.isConnected || look())
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [place])
  return place
}

/** Short messages at the edge of the screen; the region is always there, so that readers announce what enters it. */
export function Toasts() {
  const notices = useSyncExternalStore(subscribeToasts, currentToasts)
  const place = usePlace()
  return createPortal(
    <div className={`${classes.region} no-print`} role="status" aria-live="polite">
      {notices.map(({ id, tone, text, action }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape does for the keyboard what the button does.
        <div
          key={id}
          className={classes.notice}
          data-tone={tone}
          data-notice={id}
          onKeyDown={({ key }) => key === 'Escape' && leave(id, action)}
        >
          <span className={classes.text}>{text}</span>
          {action && (
            <UnstyledButton
              className={classes.action}
              autoFocus={action.takesFocus}
              onClick={() => {
                leave(id, action)
                action.onChoose()
              }}
            >
              {action.label}
            </UnstyledButton>
          )}
          <UnstyledButton
            className={classes.close}
            aria-label="Fechar aviso"
            onClick={() => leave(id, action)}
          >
            <IconX size={18} aria-hidden />
          </UnstyledButton>
        </div>
      ))}
    </div>,
    place,
  )
}

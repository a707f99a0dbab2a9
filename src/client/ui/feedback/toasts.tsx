import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useRootMark } from '#client/lib/browser/use-root-mark.ts'
import { dismissToast, type Toast, useToasts } from './toast.ts'
import classes from './toasts.module.css'

/** Closes a toast and moves the focus. */
function leave(id: number, action: Toast['action']) {
  dismissToast(id)
  const place = action?.returnTo?.() ?? document.getElementById('conteudo')
  place?.focus({ preventScroll: true })
}

/** A modal dialog makes everything outside it inert: the toasts are rendered in the topmost one. */
const topmost = (): Element =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1) ??
  useToasts.getState().place ??
  document.body

function subscribeTopmost(listener: () => void): () => void {
  const unsubscribe = useToasts.subscribe(listener)
  document.addEventListener('close', listener, true)
  return () => {
    unsubscribe()
    document.removeEventListener('close', listener, true)
  }
}

/** The toasts' container. A dialog that is unmounted fires no `close` event, and so is observed. */
function usePlace(): Element {
  const [, look] = useReducer((looks: number) => looks + 1, 0)
  const place = useSyncExternalStore(subscribeTopmost, topmost)
  useEffect(() => {
    if (!(place instanceof HTMLDialogElement)) return
    const observer = new MutationObserver(() => place.isConnected || look())
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [place])
  return place
}

/** The live region stays mounted, so that screen readers announce its content. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  const place = usePlace()
  const layoutPlace = useToasts((state) => state.place)
  useRootMark('data-toasts', toasts.length > 0 && place === layoutPlace)
  return createPortal(
    <div className={`${classes.region} no-print`} role="status">
      {toasts.map(({ id, tone, text, action }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape is the keyboard's way to close it.
        <div
          key={id}
          className={classes.toast}
          data-tone={tone}
          data-notice={id}
          onKeyDown={({ key }) => key === 'Escape' && leave(id, action)}
        >
          <span className={classes.text}>{text}</span>
          {[action, action?.more].map(
            (it) =>
              it && (
                <UnstyledButton
                  key={it.label}
                  className={classes.action}
                  autoFocus={it === action && action.takesFocus}
                  onClick={() => {
                    leave(id, action)
                    it.onChoose()
                  }}
                >
                  {it.label}
                </UnstyledButton>
              ),
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

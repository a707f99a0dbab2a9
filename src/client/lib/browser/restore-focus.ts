import { isTouch } from './is-touch.ts'

export const composerField = () => document.querySelector<HTMLElement>('[data-composer]')

/** The button that copies the last reply on the page. */
export const lastCopyButton = () =>
  [...document.querySelectorAll<HTMLElement>('button[aria-label$="Copiar resposta"]')].at(-1)

/**
 * Returns the focus to `before` when an overlay closes. If that element is gone, the composer gets it, or the page's main
 * region on touch devices, where a focused field opens the keyboard.
 */
export function restoreFocus(before: Element | null): void {
  const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
  const target = isThere ? before : (!isTouch() && composerField()) || document.getElementById('conteudo')
  target?.focus({ preventScroll: true })
}

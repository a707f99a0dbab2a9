import { isTouch } from './is-touch.ts'

/** Where one writes on this page: the field of its conversation, if it has one. */
export const composerField = () => document.querySelector<HTMLElement>('[data-composer]')

/**
 * Gives the keyboard back to `before` once what lay over the page is gone. Where that left with its page, or
 * nothing had it, the page that is there gets it: its composer, except on a touch screen, where that would open the
 * keyboard over it, or else its beginning.
 */
export function restoreFocus(before: Element | null): void {
  const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
  const target = isThere ? before : (!isTouch() && composerField()) || document.getElementById('conteudo')
  target?.focus({ preventScroll: true })
}

const PRESS_MS = 500
/** A click comes at once after its finger is lifted, if at all. */
const CLICK_MS = 100
/** A finger that moves further scrolls. */
const SLOP_PX = 10
/** These have a long press of their own, as has a message whose text is being selected. */
const OWN = 'a, button, input, textarea, [data-selecting]'

/** Opens the menu of a message under a long touch, until the signal aborts. */
export function watchLongPress(box: HTMLElement, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: PointerEvent | undefined
  /** The finger that opened a menu and still lies on the screen. */
  let held: number | undefined
  const release = () => {
    clearTimeout(timer)
    from = undefined
    held = undefined
  }
  const open = () => {
    const menu = menuAt(from?.target)
    const finger = from?.pointerId
    release()
    held = finger
    menu?.click()
  }
  const options = { signal, passive: true }
  box.addEventListener(
    'pointerdown',
    (event) => {
      release()
      if (event.pointerType !== 'touch' || !event.isPrimary || !menuAt(event.target)) return
      from = event
      timer = setTimeout(open, PRESS_MS)
    },
    options,
  )
  box.addEventListener(
    'pointermove',
    (event) => {
      if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLOP_PX) release()
    },
    options,
  )
  const lift = () => {
    if (held !== undefined) ignoreNextClick()
    release()
  }
  for (const end of ['pointerup', 'pointercancel'] as const) box.addEventListener(end, lift, options)
  box.addEventListener('scroll', release, options)
  // Else the browser takes the lifted finger for a press outside the menu, and closes it.
  box.addEventListener(
    'toggle',
    ({ target }) => {
      if (held !== undefined && target instanceof HTMLElement) target.setPointerCapture(held)
    },
    { signal, capture: true },
  )
  // The browser's own long press selects a word, and may come first.
  box.addEventListener(
    'contextmenu',
    (event) => {
      if (!isTouchEvent(event) || !menuAt(event.target)) return
      event.preventDefault()
      if (from) open()
    },
    { signal },
  )
}

/** The lifted finger must not choose the item that came up under it. */
function ignoreNextClick(): void {
  const done = new AbortController()
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    done.abort()
  }
  addEventListener('click', ignore, { capture: true, signal: done.signal })
  setTimeout(() => done.abort(), CLICK_MS)
}

const isTouchEvent = (event: MouseEvent) => event instanceof PointerEvent && event.pointerType === 'touch'

function menuAt(target: EventTarget | null | undefined): HTMLElement | null {
  if (!(target instanceof Element) || target.closest(OWN)) return null
  return target.closest('[data-message]')?.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? null
}

/** Selects the text of a message, and leaves further long presses on it to the browser. */
export function selectMessage(id: string): void {
  const message = document.querySelector<HTMLElement>(`[data-message="${id}"]`)
  const text = message?.querySelector('[data-markdown], p')
  if (!message || !text) return
  message.dataset.selecting = ''
  getSelection()?.selectAllChildren(text)
}

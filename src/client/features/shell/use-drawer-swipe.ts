import { type RefObject, useEffect, useRef } from 'react'

/** Width in pixels of the edge zone where an opening swipe starts; the browser's back gesture has the outermost part. */
const EDGE_PX = 80
/** Pixels from which a movement is a swipe and not a tap. */
const START_PX = 10
/** Pixels per millisecond from which the direction decides, not the position. */
const FLICK = 0.4

type Options = {
  isOpen: boolean
  /** An opening swipe has begun. */
  onPull: () => void
  onChange: (isOpen: boolean) => void
}

/** Opens and closes the drawer by touch swipes. */
export function useDrawerSwipe(dialog: RefObject<HTMLDialogElement | null>, options: Options): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (!dialog.current) return
    const finger = new Finger(dialog.current, () => latest.current)
    document.addEventListener('touchstart', finger.start, { passive: true })
    document.addEventListener('touchmove', finger.move, { passive: true })
    document.addEventListener('touchend', finger.end)
    document.addEventListener('touchcancel', finger.cancel)
    return () => {
      document.removeEventListener('touchstart', finger.start)
      document.removeEventListener('touchmove', finger.move)
      document.removeEventListener('touchend', finger.end)
      document.removeEventListener('touchcancel', finger.cancel)
    }
  }, [dialog])
}

type Swipe = { x: number; y: number; isDragging: boolean; lastX: number; lastAt: number; speed: number }

/** One touch; the drawer follows it until it ends. */
class Finger {
  readonly #drawer: HTMLDialogElement
  readonly #options: () => Options
  #swipe: Swipe | null = null

  constructor(drawer: HTMLDialogElement, options: () => Options) {
    this.#drawer = drawer
    this.#options = options
  }

  readonly start = ({ touches, target }: TouchEvent): void => {
    const [touch] = touches
    if (!touch || touches.length > 1) {
      this.#forget()
      return
    }
    const { clientX: x, clientY: y } = touch
    if (!this.#options().isOpen && !(x <= EDGE_PX && isPageFree() && !isScrolled(target))) return
    this.#swipe = { x, y, isDragging: false, lastX: x, lastAt: performance.now(), speed: 0 }
  }

  readonly move = ({ touches }: TouchEvent): void => {
    const [touch] = touches
    const swipe = this.#swipe
    if (!swipe || !touch) return
    const moved = touch.clientX - swipe.x
    if (!swipe.isDragging && !this.#begins(swipe, moved, touch.clientY - swipe.y)) return
    const now = performance.now()
    if (now > swipe.lastAt) swipe.speed = (touch.clientX - swipe.lastX) / (now - swipe.lastAt)
    swipe.lastX = touch.clientX
    swipe.lastAt = now
    const width = this.#drawer.offsetWidth
    const shown = this.#options().isOpen ? width + moved : touch.clientX
    this.#drawer.style.transform = `translateX(${Math.min(0, shown - width)}px)`
  }

  readonly end = (): void => {
    const swipe = this.#swipe
    const shown = this.#drawer.getBoundingClientRect().right
    this.#forget()
    if (!swipe?.isDragging) return
    const isOut = Math.abs(swipe.speed) > FLICK ? swipe.speed > 0 : shown > this.#drawer.offsetWidth / 2
    if (!isOut) this.#drawer.close()
    this.#options().onChange(isOut)
  }

  readonly cancel = (): void => {
    const wasDragging = this.#swipe?.isDragging
    this.#forget()
    if (wasDragging && !this.#options().isOpen) this.#drawer.close()
  }

  /** Whether the movement is horizontal, in the direction that the drawer can move. */
  #begins(swipe: Swipe, moved: number, down: number): boolean {
    if (Math.abs(moved) < START_PX && Math.abs(down) < START_PX) return false
    const { isOpen, onPull } = this.#options()
    if (Math.abs(moved) <= Math.abs(down) || moved < 0 !== isOpen) {
      this.#swipe = null
      return false
    }
    swipe.isDragging = true
    this.#drawer.style.transition = 'none'
    if (!isOpen) {
      onPull()
      this.#drawer.showModal()
    }
    return true
  }

  #forget(): void {
    this.#swipe = null
    this.#drawer.style.transition = ''
    this.#drawer.style.transform = ''
  }
}

/** No dialog is open over the page. */
const isPageFree = () => document.querySelector('dialog[open], [aria-modal="true"]') === null

/** A scrolled container scrolls back first. */
function isScrolled(target: EventTarget | null): boolean {
  for (let place = target instanceof Element ? target : null; place; place = place.parentElement) {
    if (place.scrollLeft > 0) return true
  }
  return false
}

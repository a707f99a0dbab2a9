/** Space above an element that is taller than its box, in pixels. */
const EDGE_PX = 24
/** Browsers scroll by whole pixels. */
const EXACT_PX = 1
/** Time after a jump in which scroll events are the page's own, in milliseconds. */
const SETTLE_MS = 700
const READER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

type Hold = {
  box: HTMLElement
  element: Element
  /** Its wanted distance from the top of the box, in pixels. */
  top: () => number
  /** Content is about to be added above: until then, the reader's scrolling moves the anchor instead of releasing it. */
  isExpecting: boolean
}

/**
 * Keeps an element at its position in a scrolling box while content around it changes size, until the reader scrolls.
 * The browser's own scroll anchoring works neither at the very top nor to the pixel.
 */
export class ScrollAnchor {
  #hold: Hold | null = null
  #height = 0
  /** Until then (`performance.now()`), only input events count as the reader's. */
  #settlesAt = 0

  /** Scrolls an element to the middle of the box; one taller than the box shows from its start. */
  holdInMiddle(box: HTMLElement, element: Element): void {
    const top = () => Math.max(EDGE_PX, (box.clientHeight - element.getBoundingClientRect().height) / 2)
    const hold = { box, element, top, isExpecting: false }
    this.#take(hold)
    this.#settlesAt = performance.now() + SETTLE_MS
    const settle = () => {
      if (this.#hold !== hold) return
      this.settle(box)
      if (performance.now() < this.#settlesAt) requestAnimationFrame(settle)
    }
    settle()
  }

  /** Call before content is added above: anchors the first visible message unless an anchor is held. */
  keepPlace(box: HTMLElement): void {
    const element = this.#hold ? null : firstSeen(box)
    if (this.#hold) this.#hold.isExpecting = true
    else if (element) this.#holdHere(box, element)
  }

  /** Call after the content changed size: scrolls the anchor back to its position. */
  settle(box: HTMLElement): void {
    this.#height = box.scrollHeight
    if (!this.#hold) return
    if (!this.#hold.element.isConnected) {
      this.release()
      return
    }
    const off = this.#offset(box, this.#hold)
    if (Math.abs(off) >= EXACT_PX) box.scrollTop += off
    this.#hold.isExpecting = false
  }

  /** Call after a scroll: an unexplained one is the reader's, for example find-in-page or a screen reader. */
  follow(box: HTMLElement): void {
    const hold = this.#hold
    if (!hold || box.scrollHeight !== this.#height || performance.now() < this.#settlesAt) return
    if (Math.abs(this.#offset(box, hold)) <= EXACT_PX * 2) return
    if (hold.isExpecting) this.#holdHere(box, firstSeen(box) ?? hold.element)
    else this.release()
  }

  release(): void {
    this.#hold?.box.style.removeProperty('overflow-anchor')
    this.#hold = null
  }

  /** Releases the anchor when the reader scrolls; returns the cleanup. */
  watch(box: HTMLElement): () => void {
    const leave = () => {
      if (!this.#hold?.isExpecting) this.release()
    }
    for (const event of READER_EVENTS) box.addEventListener(event, leave, { passive: true })
    return () => {
      for (const event of READER_EVENTS) box.removeEventListener(event, leave)
    }
  }

  #holdHere(box: HTMLElement, element: Element): void {
    const here = topIn(box, element)
    this.#height = box.scrollHeight
    this.#take({ box, element, top: () => here, isExpecting: true })
  }

  /** The browser's own scroll anchoring would undo the correction. */
  #take(hold: Hold): void {
    this.#hold = hold
    hold.box.style.setProperty('overflow-anchor', 'none')
  }

  /** Distance to scroll, limited to the scrollable range. */
  #offset(box: HTMLElement, { element, top }: Hold): number {
    const wanted = box.scrollTop + topIn(box, element) - top()
    return Math.max(0, Math.min(wanted, box.scrollHeight - box.clientHeight)) - box.scrollTop
  }
}

const topIn = (box: Element, element: Element) =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top

/** Sampling distance: no message is less tall. */
const STEP_PX = 48

/**
 * The first message whose top is visible, or the one that fills the box. Hit testing, because measuring the elements
 * would lay out those that `content-visibility` skips.
 */
function firstSeen(box: Element): Element | undefined {
  const { top, left, width, height } = box.getBoundingClientRect()
  let cut: Element | undefined
  for (let down = 1; down < height; down += STEP_PX) {
    const turn = document
      .elementsFromPoint(left + width / 2, top + down)
      .find((element) => element.matches('[data-message]') && box.contains(element))
    if (turn && turn.getBoundingClientRect().top >= top) return turn
    cut ??= turn
  }
  return cut
}

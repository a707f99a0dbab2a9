/** Above a piece that is too high for its box, in pixels. */
const EDGE_PX = 24
/** Browsers scroll by whole pixels. */
const EXACT_PX = 1
/** What the page itself still scrolls after it was led somewhere, in milliseconds. */
const SETTLE_MS = 700
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

type Hold = {
  box: HTMLElement
  element: Element
  /** Where it belongs, below the top of the box. */
  top: () => number
  /** Something is about to be added above: until it is there, the reader's own moves change only the place. */
  isExpecting: boolean
}

/**
 * Holds a piece of what scrolls where it is seen, whatever takes its size around it and however long that takes, until
 * the reader moves: browsers do that themselves for the most part, but neither at the very top nor to the pixel.
 */
export class ScrollAnchor {
  #hold: Hold | null = null
  #height = 0
  /** Until then, no scroll but a hand's own counts as the reader's; as of `performance.now()`. */
  #settlesAt = 0

  /** Brings a piece to the middle of the box; what is higher than the box is shown from its beginning. */
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

  /** Holds what is read where it stands, before something is added above it. What is held already stays the anchor. */
  keepPlace(box: HTMLElement): void {
    const element = this.#hold ? null : firstSeen(box)
    if (this.#hold) this.#hold.isExpecting = true
    else if (element) this.#holdHere(box, element)
  }

  /** After what is in the box took another size: everything held is put back. */
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

  /** After a scroll: one that nothing here explains is the reader's, by a search in the page or a reading aid. */
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

  /** Lets go as soon as the reader moves; returns what ends that. */
  watch(box: HTMLElement): () => void {
    const leave = () => {
      if (!this.#hold?.isExpecting) this.release()
    }
    for (const move of OWN_MOVES) box.addEventListener(move, leave, { passive: true })
    return () => {
      for (const move of OWN_MOVES) box.removeEventListener(move, leave)
    }
  }

  #holdHere(box: HTMLElement, element: Element): void {
    const here = topIn(box, element)
    this.#height = box.scrollHeight
    this.#take({ box, element, top: () => here, isExpecting: true })
  }

  /** The browser's own anchor, another piece, would be put back where this one has just left. */
  #take(hold: Hold): void {
    this.#hold = hold
    hold.box.style.setProperty('overflow-anchor', 'none')
  }

  /** How far the box can be scrolled to where the piece belongs. */
  #offset(box: HTMLElement, { element, top }: Hold): number {
    const wanted = box.scrollTop + topIn(box, element) - top()
    return Math.max(0, Math.min(wanted, box.scrollHeight - box.clientHeight)) - box.scrollTop
  }
}

const topIn = (box: Element, element: Element) =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top

/** How far apart it is looked for messages: none is lower than that. */
const STEP_PX = 48

/**
 * The first message that begins where it is seen, or the one that fills the box. Looked for on the screen: asking the
 * messages themselves would lay out also those that are far away.
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

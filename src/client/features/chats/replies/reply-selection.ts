/** Selected plain text of a reply, and the plain text before it. */
export type ReplySelection = { plain: string; before: string }

/** The page's selection if it lies wholly within this reply's text; else null. */
export function selectionIn(reply: Element | null | undefined): ReplySelection | null {
  const text = reply?.querySelector('[data-markdown]')
  const selection = getSelection()
  if (!text || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(text)) return null
  const plain = selection.toString().trim()
  const inside = clampedTo(range, text)
  // A triple click extends the range to the start of the next element, without its text.
  const isInside = inside.toString().trim() === range.toString().trim()
  if (plain === '' || !isInside) return null
  const before = document.createRange()
  before.setStart(text, 0)
  before.setEnd(inside.startContainer, inside.startOffset)
  return { plain, before: before.toString() }
}

function clampedTo(range: Range, element: Element): Range {
  const whole = document.createRange()
  whole.selectNodeContents(element)
  const inside = range.cloneRange()
  if (inside.compareBoundaryPoints(Range.START_TO_START, whole) < 0) {
    inside.setStart(whole.startContainer, whole.startOffset)
  }
  if (inside.compareBoundaryPoints(Range.END_TO_END, whole) > 0) {
    inside.setEnd(whole.endContainer, whole.endOffset)
  }
  return inside
}

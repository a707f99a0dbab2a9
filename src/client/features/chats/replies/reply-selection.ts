/** What is selected of a reply: as it reads, and what stands before it in the reply. */
export type ReplySelection = { plain: string; before: string }

/** What is selected on the page where all of it lies in the text of this reply; else null. */
export function selectionIn(reply: Element | null | undefined): ReplySelection | null {
  const text = reply?.querySelector('[data-markdown]')
  const selection = getSelection()
  if (!text || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(text)) return null
  const plain = selection.toString().trim()
  const inside = clampedTo(range, text)
  // A triple click reaches as far as the beginning of what comes next, without any of its words.
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

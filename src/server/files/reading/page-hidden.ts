/** Elements without content. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
/** Scripts hide a whole page until they have run. */
const WHOLE = /^(?:html|body)$/
/** Only tags with one of these words are looked into. */
const WORDS = /hidden|display|visibility/i
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g
const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\s*(?:!|;|$)/i

/** Whether the tag begins an element that the page itself says is not shown. Style sheets are not read. */
export function isHiddenTag(tag: string, name: string): boolean {
  if (!WORDS.test(tag) || VOID.test(name) || WHOLE.test(name)) return false
  for (const [, key = '', double, single, bare] of tag.slice(name.length + 1).matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? bare ?? ''
    const attribute = key.toLowerCase()
    // Browsers show `until-found` to a search.
    if (attribute === 'hidden' && value.toLowerCase() !== 'until-found') return true
    if (attribute === 'aria-hidden' && value.trim().toLowerCase() === 'true') return true
    if (attribute === 'style' && HIDING_STYLE.test(value)) return true
  }
  return false
}

/** Elements whose end tags may be missing, with the tags that end them too. */
const OPTIONAL_ENDS: Record<string, RegExp> = {
  p: /^(?:address|article|aside|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|ul)$/,
  li: /^li$/,
  dt: /^d[td]$/,
  dd: /^d[td]$/,
  tr: /^(?:tr|tbody|tfoot)$/,
  td: /^t[dhr]$/,
  th: /^t[dhr]$/,
}
const CONTAINER =
  /^(?:article|aside|blockquote|body|details|div|dl|figure|footer|form|header|html|main|nav|ol|section|table|ul)$/

/** Says for each tag behind a hidden one whether the element ends there. */
export class HiddenElement {
  readonly #name: string
  #depth = 0

  constructor(name: string) {
    this.#name = name
  }

  /** `inside` while it goes on, `behind` when this tag is its last one, `before` when the tag stands outside of it. */
  endsAt(name: string, isClosing: boolean): 'inside' | 'behind' | 'before' {
    const others = OPTIONAL_ENDS[this.#name]
    if (others) return this.#endsWithoutTag(others, name, isClosing)
    if (name !== this.#name) return 'inside'
    this.#depth += isClosing ? -1 : 1
    return this.#depth < 0 ? 'behind' : 'inside'
  }

  #endsWithoutTag(others: RegExp, name: string, isClosing: boolean): 'inside' | 'behind' | 'before' {
    if (this.#depth === 0) {
      if (isClosing && name === this.#name) return 'behind'
      if (isClosing ? CONTAINER.test(name) : others.test(name)) return 'before'
    }
    if (CONTAINER.test(name)) this.#depth += isClosing ? -1 : 1
    return 'inside'
  }
}

const LINE_MAX = 200
const OPENING = /^(`{3,})[\w+#.-]*[ \t]*$/
const CLOSING = /^ {0,3}(`{3,})[`~]* *$/
const ANY_FENCE = /^\s*(?:`{3}|~{3})/
/** Lines after which a fence may mean something else: HTML, quotes, definitions, and fences of other forms. */
const UNSURE = /^\s*[<>[]|`{3}|~{3}/

/**
 * Says where a text in pieces is a fenced code block without doubt: one that starts at the margin, after nothing that
 * could make its fence mean something else. Other code is taken for text, because a wrong guess would let a link
 * through.
 */
export class CodeLines {
  #line = ''
  #fence = ''
  #isUnsure = false

  /** The current place is in such a block. */
  get isCode(): boolean {
    return this.#fence !== ''
  }

  read(text: string): void {
    for (const char of text) {
      if (char === '\n' || char === '\r') this.#endLine()
      else if (this.#line.length <= LINE_MAX) this.#line += char
    }
  }

  #endLine(): void {
    const line = this.#line
    this.#line = ''
    const isWhole = line.length <= LINE_MAX
    const closing = isWhole ? CLOSING.exec(line)?.[1] : undefined
    const opening = isWhole ? OPENING.exec(line)?.[1] : undefined
    if (this.#fence !== '' && closing?.startsWith(this.#fence)) this.#fence = ''
    else if (this.#fence === '' && opening && !this.#isUnsure) this.#fence = opening
    else if ((this.#fence === '' ? UNSURE : ANY_FENCE).test(line)) {
      this.#isUnsure = true
      this.#fence = ''
    }
  }
}

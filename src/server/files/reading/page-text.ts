import { MAX_ROW } from '../passages/block.ts'

const BLOCK =
  /^(?:address|article|aside|blockquote|body|br|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|title|tr|ul)$/

function markOf(name: string, isClosing: boolean): string {
  if (/^t[dh]$/.test(name)) return ' '
  if (!BLOCK.test(name)) return ''
  if (isClosing) return '\n\n'
  if (name === 'li') return '\n- '
  const level = /^h([1-6])$/.exec(name)?.[1]
  return level ? `\n\n${'#'.repeat(Number(level))} ` : '\n'
}

/** The text of a page as it is read, with headings and lists as Markdown; with `hasRows`, rows of tables too. */
export class PageText {
  #text = ''
  /** Of the row that is being read: the text before its cells, and each cell. */
  #row: string[] | undefined
  #rowLength = 0
  readonly #hasRows: boolean

  constructor({ hasRows }: { hasRows: boolean }) {
    this.#hasRows = hasRows
  }

  get length(): number {
    return this.#text.length + this.#rowLength
  }

  add(words: string): void {
    if (!this.#row) {
      this.#text += words
      return
    }
    this.#row[this.#row.length - 1] += words
    this.#rowLength += words.length
  }

  addTag(name: string, isClosing: boolean): void {
    if (!this.#hasRows || !/^t(?:able|r|d|h)$/.test(name)) this.add(markOf(name, isClosing))
    else if (name === 'tr') {
      this.#endRow()
      if (!isClosing) this.#row = ['']
    } else if (name === 'table') {
      // A table in a cell: the outer one only arranges the page.
      this.#endRow({ isLayout: !isClosing })
      this.#text += markOf(name, isClosing)
    } else if (!isClosing && this.#row) this.#row.push('')
    else this.add(' ')
  }

  end(): string {
    this.#endRow()
    return this.#text
  }

  /** A row of one cell, with headings, or that is too long for a passage, only arranges the page. */
  #endRow({ isLayout = false } = {}): void {
    if (!this.#row) return
    const [before = '', ...cells] = this.#row
    const whole = this.#row.join(' ')
    this.#row = undefined
    this.#rowLength = 0
    if (isLayout || cells.length < 2 || whole.length > MAX_ROW || /\n#{1,6} /.test(whole)) {
      this.#text += `\n${whole}\n\n`
    } else if (whole.trim() !== '') {
      const line = cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).join(' | ')
      this.#text += `${before}\n| ${line} |\n`
    }
  }
}

import type { Block } from './block.ts'

const HEADING = /^(#{1,6})[ \t]+(.*?)[ \t#]*$/
const FENCE = /^[ \t]*(```|~~~)/
const RULE = /^[ \t|:-]+$/

/** The blocks of a Markdown text: headings, lines of tables, and paragraphs. */
export function markdownBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  let isCode = false
  const end = () => {
    if (paragraph.length > 0) blocks.push({ text: paragraph.join('\n') })
    paragraph = []
  }
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode
    const own = isCode ? undefined : ownBlocks(line)
    if (own) {
      end()
      blocks.push(...own)
    } else paragraph.push(line)
  }
  end()
  return blocks
}

/** The blocks of a line that is no part of a paragraph: a heading, a row, or nothing; undefined for the others. */
function ownBlocks(line: string): Block[] | undefined {
  const [, marks = '', text = ''] = HEADING.exec(line) ?? []
  if (marks !== '') return text === '' ? [] : [{ text, heading: marks.length }]
  if (line.trim() === '') return []
  if (!line.trimStart().startsWith('|')) return undefined
  return RULE.test(line) ? [] : [{ text: line.trim(), isRow: true }]
}

/** The paragraphs of a plain text. */
export const textBlocks = (text: string): Block[] =>
  text
    .split(/\n[ \t]*\n+/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ text: paragraph }))

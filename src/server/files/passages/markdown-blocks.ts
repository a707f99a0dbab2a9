import type { Block } from './block.ts'

const HEADING = /^(#{1,6})[ \t]+(.*?)[ \t#]*$/
const FENCE = /^[ \t]*(```|~~~)/
const RULE = /^[ \t|:-]+$/
const isRule = (line: string) => RULE.test(line) && line.includes('|') && line.includes('-')

/** The blocks of a Markdown text: headings, lines of tables, and paragraphs. */
export function markdownBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  let isCode = false
  // Below a rule, until the table ends.
  let isTable = false
  const end = () => {
    if (paragraph.length > 0) blocks.push({ text: paragraph.join('\n') })
    paragraph = []
  }
  const lines = markdown.split('\n')
  for (const [at, line] of lines.entries()) {
    if (FENCE.test(line)) isCode = !isCode
    const isHead = line.includes('|') && isRule(lines[at + 1] ?? '')
    isTable = !isCode && (isHead || (isTable && line.trim() !== '' && !HEADING.test(line)))
    const own = isCode ? undefined : ownBlocks(line, isTable)
    if (own) {
      end()
      blocks.push(...own)
    } else paragraph.push(line)
  }
  end()
  return blocks
}

/** The blocks of a line that is no part of a paragraph: a heading, a row, or nothing; undefined for the others. */
function ownBlocks(line: string, isTable: boolean): Block[] | undefined {
  const [, marks = '', text = ''] = HEADING.exec(line) ?? []
  if (marks !== '') return text === '' ? [] : [{ text, heading: marks.length }]
  if (line.trim() === '') return []
  const isRow = isTable ? line.includes('|') : line.trimStart().startsWith('|')
  if (!isRow) return undefined
  return RULE.test(line) ? [] : [{ text: line.trim(), isRow: true }]
}

/** The paragraphs of a plain text. */
export const textBlocks = (text: string): Block[] =>
  text
    .split(/\n[ \t]*\n+/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ text: paragraph }))

import { lex } from '#client/markdown/split-blocks.ts'
import { LIMITS } from '#shared/limits.ts'

/** What a text is called once it is a document: by its first heading, else as its chat is. */
export function documentTitle(markdown: string, chatTitle: string): string {
  const heading = lex(markdown).find(({ token }) => token.type === 'heading' && wordsOf(token) !== '')
  const title = (heading && wordsOf(heading.token)) || oneLine(chatTitle) || 'Documento'
  return title.length <= LIMITS.nameLength ? title : `${cutAt(title, LIMITS.nameLength - 1)}…`
}

type Token = { text?: string; type: string; tokens?: Token[] | undefined }

/** The words of a heading without its marks. */
function wordsOf(token: Token): string {
  const words = (it: Token): string => it.tokens?.map(words).join('') ?? it.text ?? ''
  return oneLine(words(token))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a title must not hold.
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()

/** Without cutting a character of two code units in two. */
const cutAt = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()

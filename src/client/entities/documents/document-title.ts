import { lex } from '#client/markdown/split-blocks.ts'
import { LIMITS } from '#shared/limits.ts'

/** Title of a new document: the text's first heading, else the chat's title. */
export function documentTitle(markdown: string, chatTitle: string): string {
  const heading = lex(markdown).find(({ token }) => token.type === 'heading' && wordsOf(token) !== '')
  const title = (heading && wordsOf(heading.token)) || oneLine(chatTitle) || 'Documento'
  return title.length <= LIMITS.nameLength ? title : `${cutAt(title, LIMITS.nameLength - 1)}…`
}

type Token = { text?: string; type: string; tokens?: Token[] | undefined }

function wordsOf(token: Token): string {
  const words = (it: Token): string => it.tokens?.map(words).join('') ?? it.text ?? ''
  return oneLine(words(token))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a title must hold no control characters.
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()

/** Cuts without splitting a surrogate pair. */
const cutAt = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()

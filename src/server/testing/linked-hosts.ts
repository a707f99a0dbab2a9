import { Marked, type Token } from 'marked'
import { decodeEntities } from '#shared/markdown/markdown-entities.ts'
import { safeLink } from '#shared/markdown/markdown-links.ts'

const marked = new Marked({ gfm: true, breaks: true })

/** The hosts of everything in a Markdown text that the chat makes a link of. */
export function linkedHosts(markdown: string): string[] {
  const hosts: string[] = []
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (token.type !== 'link' && token.type !== 'image') return
    const isLiteral = 'autolink' in token && token.autolink === true
    const link = safeLink(isLiteral ? token.href : decodeEntities(token.href))
    if (link) hosts.push(link.host)
  })
  return hosts
}

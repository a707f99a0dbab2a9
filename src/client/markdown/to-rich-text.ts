import { Marked, type Tokens } from 'marked'
import { decodeEntities } from '#shared/markdown/markdown-entities.ts'
import { safeLink } from '#shared/markdown/markdown-links.ts'

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // Raw HTML stays text, as on the screen.
    html: ({ text }) => (/^<br\s*\/?>$/i.test(text.trim()) ? '<br>' : escapeText(text)),
    image: ({ href, text }) => anchor(href, escapeText(decodeEntities(text || 'imagem'))),
    link({ href, tokens, autolink }) {
      return anchor(autolink ? href : decodeEntities(href), this.parser.parseInline(tokens))
    },
    code: ({ text }) => `<pre>${escapeText(text)}</pre>\n`,
    codespan: ({ text }) => `<code>${escapeText(text)}</code>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    // Attributes: the content security policy also applies to copied HTML and forbids inline styles.
    table({ header, rows }) {
      const cellsOf = (cells: Tokens.TableCell[]) =>
        cells.map((cell) => {
          const name = cell.header ? 'th' : 'td'
          const align = cell.align ? ` align="${cell.align}"` : ''
          return `<${name}${align}>${this.parser.parseInline(cell.tokens)}</${name}>`
        })
      const rowsOf = (all: Tokens.TableCell[][]) =>
        all.map((cells) => `<tr>${cellsOf(cells).join('')}</tr>`).join('')
      return `<table border="1" cellspacing="0" cellpadding="6"><thead>${rowsOf([header])}</thead><tbody>${rowsOf(rows)}</tbody></table>\n`
    },
  },
})

/** Markdown as plain HTML for documents, without this page's styles. */
export const toRichText = (markdown: string): string =>
  marked.parse(markdown.replace(/\r\n?/g, '\n'), { async: false })

function anchor(href: string, content: string): string {
  const link = safeLink(href)
  return link ? `<a href="${escapeText(link.href)}">${content}</a>` : content
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

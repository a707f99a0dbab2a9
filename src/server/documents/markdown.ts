import type { DocumentPart, DocumentSource } from './document.ts'

/** The head of a document as Markdown. */
export const markdownHead = ({ title, facts }: Pick<DocumentSource, 'title' | 'facts'>): string =>
  `# ${title}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`

/** One part of a document as Markdown; its text already is. */
export function markdownPart({ heading, attachments = [], markdown, note }: DocumentPart): string {
  const names = attachments.map((name) => `- Anexo: ${name}\n`).join('')
  return `\n${heading ? `## ${heading}\n\n` : ''}${names && `${names}\n`}${markdown}${note ? `\n\n_(${note})_` : ''}\n`
}

/** What becomes a file, whichever format: a title, some facts, and parts of Markdown below each other. */
export type DocumentSource = { title: string; facts: string[]; parts: DocumentPart[] }

export type DocumentPart = {
  /** What stands above it; none for a document that is one text. */
  heading?: string
  /** Names of what belongs to it. */
  attachments?: string[]
  markdown: string
  /** What is to be said about it at its end. */
  note?: string
}

// What XML can't hold, and no font shows.
const UNWRITABLE = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu

/** Text as any file can hold it: whole characters, letters and their accents as one, no control characters. */
export const toWritableText = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(UNWRITABLE, '')

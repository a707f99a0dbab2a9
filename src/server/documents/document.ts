/** The source of a file in any format: a title, facts, and parts of Markdown. */
export type DocumentSource = {
  /** The house that made the file: its name, and the colour of headings and links as RRGGBB. */
  house: { name: string; accent: string }
  title: string
  facts: string[]
  parts: DocumentPart[]
}

export type DocumentPart = {
  /** Missing for a document of a single text. */
  heading?: string
  /** Names of attachments. */
  attachments?: string[]
  markdown: string
  /** A remark after the text. */
  note?: string
}

// Characters that XML cannot contain and no font shows.
const UNWRITABLE = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu

/** Text that every format can contain: well-formed, NFC, without control characters. */
export const toWritableText = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(UNWRITABLE, '')

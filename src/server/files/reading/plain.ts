import { SERVER_LIMITS } from '#shared/limits-server.ts'

/** Control characters other than tab and newline: PostgreSQL rejects NUL, and the others are invisible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g

/** A whole text for storage: its lines end in LF, without invisible characters and spaces at their ends. */
export const toPlain = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029\f\v]/g, '\n')
    .replace(CONTROLS, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The same, at most `SERVER_LIMITS.attachmentText` long, and no surrogate pair is cut. */
export function toKept(text: string): { payload: Uint8Array; isTruncated: boolean } {
  const plain = toPlain(text)
  const kept = plain.slice(0, SERVER_LIMITS.attachmentText).replace(/[\ud800-\udbff]$/, '')
  return { payload: Buffer.from(kept.toWellFormed()), isTruncated: kept.length < plain.length }
}

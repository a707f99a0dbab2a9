import { LIMITS } from '#shared/limits.ts'

/** Everything that is no letter, mark or line: PostgreSQL takes no NUL, and nobody sees the others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g

/** A text as it is kept: no more than `LIMITS.attachmentText`, with plain line ends, never half a character. */
export function toKept(text: string): { payload: Uint8Array; isTruncated: boolean } {
  const plain = text
    .replace(/\r\n?|[\u2028\u2029\f\v]/g, '\n')
    .replace(CONTROLS, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const kept = plain.slice(0, LIMITS.attachmentText).replace(/[\ud800-\udbff]$/, '')
  return { payload: Buffer.from(kept.toWellFormed()), isTruncated: kept.length < plain.length }
}

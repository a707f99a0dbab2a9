/** A text under dictation: the transcript so far, and the text around it. */
export type Dictated = { before: string; heard: string; after: string }

/** Starts at the caret; replaces a selection. */
export const dictateAt = (text: string, start: number, end: number): Dictated => ({
  before: text.slice(0, start),
  heard: '',
  after: text.slice(end),
})

export const textOf = ({ before, heard, after }: Dictated): string => before + heard + after

/** Replaces the transcript, with spaces around it and a capital letter at the start of a sentence. */
export function withTranscript({ before, after }: Dictated, transcript: string): Dictated {
  const words = transcript.trim().replaceAll('\u0000', '')
  if (words === '') return { before, heard: '', after }
  const isFirst = /(^|[.!?…]\s+|\n\s*)$/.test(before)
  const sentence = isFirst ? words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1) : words
  const space = before === '' || /\s$/.test(before) ? '' : ' '
  const gap = after === '' || /^[\s.,;:!?…)\]]/.test(after) ? '' : ' '
  return { before, heard: space + sentence + gap, after }
}

/** The dictation after a manual edit; null if the edit changed the transcript itself. */
export function followEdit({ before, heard, after }: Dictated, text: string): Dictated | null {
  if (text.startsWith(before + heard))
    return { before, heard, after: text.slice(before.length + heard.length) }
  if (text.endsWith(heard + after)) {
    return { before: text.slice(0, text.length - heard.length - after.length), heard, after }
  }
  return null
}

/** New caret position after the transcript changed. */
export function caretAfter(old: Dictated, next: Dictated, caret: number): number {
  if (caret < old.before.length) return caret
  const end = old.before.length + old.heard.length
  const nextEnd = next.before.length + next.heard.length
  return caret <= end ? nextEnd : caret + nextEnd - end
}

const MAX_NAME = 60

/**
 * A title as a file name for any system: letters, digits, spaces, `_` and `-`. `untitled` when nothing is
 * left.
 */
export function fileName(title: string, untitled = 'conversa'): string {
  const plain = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const short = [...plain.trim()].slice(0, MAX_NAME).join('').trim()
  return short || untitled
}

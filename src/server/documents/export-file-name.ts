const MAX_NAME = 60

/**
 * A title as the name of a file on any system: letters, digits and the plainest marks, no dots or spaces at its ends;
 * `untitled` where nothing of it is left.
 */
export function fileName(title: string, untitled = 'conversa'): string {
  const plain = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const short = [...plain.trim()].slice(0, MAX_NAME).join('').trim()
  return short || untitled
}

/** Lower-cased, trimmed, without accents: for comparisons. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

/** Every word of `wanted` is in `text`, ignoring accents and case. */
export function hasWords(text: string, wanted: string): boolean {
  const folded = normalizeText(text)
  return normalizeText(wanted)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

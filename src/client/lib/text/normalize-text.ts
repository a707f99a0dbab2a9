/** A text as it is compared: without accents, capitals, or blanks around it. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

/** Whether every word of `wanted` stands in `text`, without caring for accents or capitals. */
export function hasWords(text: string, wanted: string): boolean {
  const folded = fold(text)
  return fold(wanted)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

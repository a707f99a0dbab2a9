/** A text as it is compared: without accents, capitals, or blanks around it. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

/** Whether every word of `wanted` stands in `text`, without caring for accents or capitals. */
export function hasWords(text: string, wanted: string): boolean {
  const folded = normalizeText(text)
  return normalizeText(wanted)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

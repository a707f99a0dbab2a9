/** No figures are older. */
const FIRST_DAY = '2000-01-01'

/** Days of the longest period of the figures. */
const LONGEST_PERIOD = 366

const DAY_MS = 86_400_000

/** The number of days from one day such as `2026-11-21` to another, both included. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** Why these days, or empty texts, are no period of the figures; undefined for a period. */
export function periodError({ from, to }: { from: string; to: string }): string | undefined {
  if (from === '' || to === '') return 'Escolha as duas datas'
  if (from < FIRST_DAY) return 'Escolha datas a partir do ano 2000'
  if (to < from) return 'A data final vem antes da inicial'
  // Also false for no number.
  return daysBetween(from, to) <= LONGEST_PERIOD
    ? undefined
    : `Escolha no máximo ${LONGEST_PERIOD} dias de cada vez`
}

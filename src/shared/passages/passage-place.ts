import type { PassagePlace } from '../contract/sources.ts'

/** Minutes and seconds, with hours when there are any. */
export function timeText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = two(seconds % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** Where a passage stands in its source; empty where the source has no places. */
export function placeText({ page, headings, startSecond }: PassagePlace): string {
  const parts = [
    page === null ? '' : `página ${page}`,
    startSecond === null ? '' : `minuto ${timeText(startSecond)}`,
    headings.join(' › '),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

import { lazyFormat } from './lazy-format.ts'

const dateFormat = lazyFormat(() => new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long' }))
const relativeFormat = lazyFormat(() => new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' }))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * "agora", "há 5 minutos", "ontem"; from a week on, the date itself, in the reader's time zone. `now` is in
 * milliseconds since 1970.
 */
export function formatRelative(iso: string, now = Date.now()): string {
  const elapsed = now - new Date(iso).getTime()
  if (elapsed < MINUTE) return 'agora'
  if (elapsed < HOUR) return relativeFormat().format(-Math.floor(elapsed / MINUTE), 'minute')
  if (elapsed < DAY) return relativeFormat().format(-Math.floor(elapsed / HOUR), 'hour')
  if (elapsed < 7 * DAY) return relativeFormat().format(-Math.floor(elapsed / DAY), 'day')
  return dateFormat().format(new Date(iso))
}

const monthFormat = lazyFormat(() => new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric' }))

/** "novembro de 2026", in the reader's time zone. */
export const formatMonth = (iso: string): string => monthFormat().format(new Date(iso))

/** "21 de novembro de 2026" of a day without an hour, such as 2026-11-21. */
export const formatDay = (day: string): string => dateFormat().format(new Date(`${day}T12:00:00`))

const momentFormat = lazyFormat(
  () => new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'short' }),
)

/** "21 de novembro de 2026 às 14:05", in the reader's time zone. */
export const formatMoment = (iso: string): string => momentFormat().format(new Date(iso))

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

const timeFormat = lazyFormat(() => new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short' }))

/** "14:05", in the reader's time zone. */
export const formatTimeOfDay = (milliseconds: number): string => timeFormat().format(milliseconds)

/** "820 bytes", "34 kB", "2,5 MB": decimal units, as in file managers. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const value = bytes / 1_000 ** step
  return new Intl.NumberFormat('pt-BR', {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value)
}

const percentFormat = lazyFormat(() => new Intl.NumberFormat('pt-BR', { style: 'percent' }))

/** "45%" of a fraction from 0 to 1. */
export const formatPercent = (part: number): string => percentFormat().format(part)

const rateFormat = lazyFormat(
  () => new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 2 }),
)

/** "50,1%" of a decimal in percent ("50.1"), with at most two places. */
export const formatRate = (percent: string): string => rateFormat().format(Number(percent) / 100)

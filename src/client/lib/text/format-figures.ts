// Separate from `format.ts`, which every page loads.

const countFormat = new Intl.NumberFormat('pt-BR')
const compactFormat = new Intl.NumberFormat('pt-BR', { notation: 'compact' })
const dollarFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'USD' })
const smallDollarFormat = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
})
const realFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const secondFormat = new Intl.NumberFormat('pt-BR', {
  style: 'unit',
  unit: 'second',
  unitDisplay: 'short',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const shortDayFormat = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' })
const shortWeekdayFormat = new Intl.DateTimeFormat('pt-BR', { weekday: 'short' })
const weekdayFormat = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', day: 'numeric', month: 'long' })
const instantFormat = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** "12.345". */
export const formatCount = (count: number): string => countFormat.format(count)

/** "987", "12 mil", "4,5 mi": at least two digits. */
export const formatCompact = (count: number): string => compactFormat.format(count)

/** "US$ 1,23" of a decimal in dollars; below a cent with two significant digits. */
export function formatDollars(decimal: string): string {
  const value = Number(decimal)
  return (value > 0 && value < 0.01 ? smallDollarFormat : dollarFormat).format(
    decimal as Intl.StringNumericLiteral,
  )
}

/** "R$ 1,23" of decimal dollars, at a rate of reais per dollar. */
export const formatReais = (dollars: string, brlPerUsd: string): string =>
  realFormat.format(Number(dollars) * Number(brlPerUsd))

/** "1,2 s" of milliseconds. */
export const formatSeconds = (ms: number): string => secondFormat.format(ms / 1_000)

const noonOf = (day: string) => new Date(`${day}T12:00:00`)

/** "21/11" of a day without an hour, such as 2026-11-21. */
export const formatShortDay = (day: string): string => shortDayFormat.format(noonOf(day))

/** "sábado, 21 de novembro" of such a day. */
export const formatWeekday = (day: string): string => weekdayFormat.format(noonOf(day))

/** "sáb., 21/11" of such a day, for a table. */
export const formatTableDay = (day: string): string =>
  `${shortWeekdayFormat.format(noonOf(day))}, ${formatShortDay(day)}`

/** "21/11, 14:05", in the reader's time zone. */
export const formatInstant = (iso: string): string => instantFormat.format(new Date(iso))

const dateFormat = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' })

/** "21/11/2026" of a day without an hour. */
export const formatDay = (day: string): string => dateFormat.format(noonOf(day))

/** "21/11/2026" of an instant, in the reader's time zone. */
export const formatDate = (iso: string): string => dateFormat.format(new Date(iso))

const monthFormat = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric' })

/** "novembro de 2026" of its first day. */
export const formatMonth = (day: string): string => monthFormat.format(noonOf(day))

const waits = (unit: 'minute' | 'hour' | 'day') => {
  const format = new Intl.NumberFormat('pt-BR', {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: unit === 'minute' ? 0 : 1,
  })
  return (count: number) => format.format(count)
}
const [inMinutes, inHours, inDays] = [waits('minute'), waits('hour'), waits('day')]
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** "12 minutos", "1,5 hora", "3 dias" of minutes. */
export function formatWait(minutes: number): string {
  if (minutes < HOUR_MINUTES) return inMinutes(Math.max(minutes, 1))
  return minutes < DAY_MINUTES ? inHours(minutes / HOUR_MINUTES) : inDays(minutes / DAY_MINUTES)
}

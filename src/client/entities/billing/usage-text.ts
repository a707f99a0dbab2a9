import type { MonthlyUsage } from '#shared/contract/quota.ts'

const ZONE = 'America/Sao_Paulo'
const HOUR_MS = 3_600_000
const countFormat = new Intl.NumberFormat('pt-BR')
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, day: 'numeric' })
const monthFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, month: 'long' })
const yearFormat = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, year: 'numeric' })

type Count = Pick<MonthlyUsage, 'used' | 'limit'>

export const remainingMessages = ({ used, limit }: Count): number => Math.max(0, limit - used)

/** "novembro" of a month such as 2026-11. */
export const monthName = (month: string): string => monthFormat.format(new Date(`${month}-15T12:00:00Z`))

/** "1º de dezembro", "3 de janeiro de 2027" of a moment, by the calendars of São Paulo; `now` is in milliseconds. */
export function formatDateInWords(iso: string, now = Date.now()): string {
  const date = new Date(iso)
  const day = dayFormat.format(date)
  const year = yearFormat.format(date)
  const said = `${day === '1' ? '1º' : day} de ${monthFormat.format(date)}`
  return year === yearFormat.format(now) ? said : `${said} de ${year}`
}

/** "148 de 200 mensagens". */
export const usedText = ({ used, limit }: Count): string =>
  `${countFormat.format(used)} de ${countFormat.format(limit)} ${limit === 1 ? 'mensagem' : 'mensagens'}`

/** "Restam 24 de 200 mensagens em novembro.", or that none is left. */
export function leftText(usage: Count & Pick<MonthlyUsage, 'month'>): string {
  const left = remainingMessages(usage)
  const month = monthName(usage.month)
  if (left === 0) return `As suas mensagens de ${month} acabaram.`
  const words = usage.limit === 1 ? 'mensagem' : 'mensagens'
  return `${left === 1 ? 'Resta 1' : `Restam ${countFormat.format(left)}`} de ${countFormat.format(usage.limit)} ${words} em ${month}.`
}

/** "A contagem volta a zero em 1º de dezembro, daqui a 9 dias."; `now` is in milliseconds. */
export function renewalText({ renewsAt }: Pick<MonthlyUsage, 'renewsAt'>, now = Date.now()): string {
  const hours = (Date.parse(renewsAt) - now) / HOUR_MS
  const lead = `A contagem volta a zero em ${formatDateInWords(renewsAt, now)}`
  if (hours <= 1) return `${lead}, em menos de uma hora.`
  if (hours <= 24) return `${lead}, em ${Math.floor(hours)} ${Math.floor(hours) === 1 ? 'hora' : 'horas'}.`
  const days = Math.floor(hours / 24)
  return `${lead}, daqui a ${days} ${days === 1 ? 'dia' : 'dias'}.`
}

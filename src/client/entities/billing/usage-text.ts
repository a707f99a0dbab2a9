import type { MonthlyUsage } from '#shared/contract/quota.ts'

const ZONE = 'America/Sao_Paulo'
const HOUR_MS = 3_600_000
const countFormat = new Intl.NumberFormat('pt-BR')
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, day: 'numeric' })
const monthFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, month: 'long' })
const yearFormat = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, year: 'numeric' })

type Count = Pick<MonthlyUsage, 'used' | 'limit'>

type Extra = Pick<MonthlyUsage['extra'][number], 'given' | 'used' | 'endsAt'>
type Whole = Count & { extra: Pick<Extra, 'given' | 'used'>[] }

const remainingOfPlan = ({ used, limit }: Count): number => Math.max(0, limit - used)
const remainingExtra = ({ extra }: Pick<Whole, 'extra'>): number =>
  extra.reduce((sum, { given, used }) => sum + given - used, 0)

export const remainingMessages = (usage: Whole): number => remainingOfPlan(usage) + remainingExtra(usage)

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

const restOf = (left: number): string => (left === 1 ? 'Resta 1' : `Restam ${countFormat.format(left)}`)

/** "Restam 24 de 200 mensagens em novembro, e mais 5 extras.", or that none is left. */
export function leftText(usage: Whole & Pick<MonthlyUsage, 'month'>): string {
  const [left, extra] = [remainingOfPlan(usage), remainingExtra(usage)]
  const month = monthName(usage.month)
  const kind = extra === 1 ? 'extra' : 'extras'
  if (left === 0 && extra === 0) return `As suas mensagens de ${month} acabaram.`
  if (left === 0) return `As mensagens de ${month} do plano acabaram. ${restOf(extra)} ${kind}.`
  const words = usage.limit === 1 ? 'mensagem' : 'mensagens'
  const more = extra === 0 ? '' : `, e mais ${countFormat.format(extra)} ${kind}`
  return `${restOf(left)} de ${countFormat.format(usage.limit)} ${words} em ${month}${more}.`
}

/** "Restam 37 de 40 mensagens extras, até 30 de novembro."; `now` is in milliseconds. */
export function extraText({ given, used, endsAt }: Extra, now = Date.now()): string {
  const words = given === 1 ? 'mensagem extra' : 'mensagens extras'
  const end = endsAt ? `até ${formatDateInWords(endsAt, now)}` : 'sem data para terminar'
  return `${restOf(given - used)} de ${countFormat.format(given)} ${words}, ${end}.`
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

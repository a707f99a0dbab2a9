const ZONE = 'America/Sao_Paulo'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

// The Swedish format is the one of a datetime-local field.
const fieldFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Value of a datetime-local field in São Paulo's time: "2026-11-21T14:05". */
export const toSaoPauloTime = (moment: string | number): string =>
  fieldFormat.format(new Date(moment)).replace(' ', 'T')

/** Instant of a local time in São Paulo: "2026-11-21T14:05" is 2026-11-21T17:05:00.000Z. */
export function fromSaoPauloTime(local: string): string {
  const wanted = Date.parse(`${local}Z`)
  let at = wanted
  // A second pass for a change of the offset between guess and instant.
  for (let round = 0; round < 2; round += 1) at += wanted - Date.parse(`${toSaoPauloTime(at)}Z`)
  return new Date(at).toISOString()
}

const dayFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const yearFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, dateStyle: 'long' })

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** "hoje", "amanhã", "sábado, 28 de novembro", "3 de janeiro de 2027", of a moment, in São Paulo; `now` is in milliseconds. */
export function formatDayInWords(iso: string, now = Date.now()): string {
  const [day, today] = [toSaoPauloTime(iso).slice(0, 10), toSaoPauloTime(now).slice(0, 10)]
  const near = { '-1': 'ontem', 0: 'hoje', 1: 'amanhã' }[String(daysBetween(today, day))]
  if (near) return near
  if (day.slice(0, 4) !== today.slice(0, 4)) return yearFormat.format(new Date(iso))
  return dayFormat.format(new Date(iso)).replace('-feira', '')
}

/** "às 14h30", "às 9h", "à 1h", "à meia-noite". */
function sayHour(local: string): string {
  const [hours = 0, minutes = 0] = local.slice(11).split(':').map(Number)
  if (minutes === 0 && hours === 0) return 'à meia-noite'
  if (minutes === 0 && hours === 12) return 'ao meio-dia'
  return `${hours === 1 ? 'à' : 'às'} ${hours}h${minutes === 0 ? '' : String(minutes).padStart(2, '0')}`
}

/** "agora", "hoje às 14h30", "sábado, 28 de novembro, às 9h": a moment in São Paulo; `now` is in milliseconds. */
export function formatMomentInWords(iso: string, now = Date.now()): string {
  if (Math.abs(Date.parse(iso) - now) < MINUTE_MS) return 'agora'
  const day = formatDayInWords(iso, now)
  return `${day}${day.includes(' ') ? ',' : ''} ${sayHour(toSaoPauloTime(iso))}`
}

/** "14:05" of a moment, in São Paulo. */
export const formatTime = (iso: string): string => toSaoPauloTime(iso).slice(11)

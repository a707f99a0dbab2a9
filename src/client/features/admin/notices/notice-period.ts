import { formatMomentInWords, fromSaoPauloTime } from '#client/lib/text/sao-paulo-time.ts'
import type { NoticeForm, NoticeState } from '#shared/contract/notices.ts'

type Period = { startsAt: string; endsAt: string | null }

/** `now` is in milliseconds. */
export function stateOf({ startsAt, endsAt }: Period, now = Date.now()): NoticeState {
  if (Date.parse(startsAt) > now) return 'scheduled'
  return endsAt !== null && Date.parse(endsAt) <= now ? 'ended' : 'live'
}

/** The period as a sentence, in São Paulo time; `now` is in milliseconds. */
export function formatPeriod(period: Period, now = Date.now()): string {
  const { startsAt, endsAt } = period
  const from = formatMomentInWords(startsAt, now)
  const to = endsAt && formatMomentInWords(endsAt, now)
  const state = stateOf(period, now)
  if (state === 'ended') return `Saiu do ar ${to}`
  const end = to ? `sai ${to}` : 'fica até alguém tirar'
  if (state === 'scheduled') return `Entra ${from} e ${end}`
  return from === 'agora' ? `Acabou de entrar, ${end}` : `No ar desde ${from}, ${end}`
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** The period of a form as a sentence; undefined while its fields are invalid. `now` is in milliseconds. */
export function formatFormPeriod(
  form: Pick<NoticeForm, 'startsAt' | 'endsAt'>,
  isNew: boolean,
  now = Date.now(),
): string | undefined {
  const { startsAt, endsAt } = form
  if (!MOMENT.test(startsAt) || (endsAt !== '' && !(MOMENT.test(endsAt) && endsAt > startsAt)))
    return undefined
  const period = { startsAt: fromSaoPauloTime(startsAt), endsAt: endsAt ? fromSaoPauloTime(endsAt) : null }
  if (isNew && stateOf(period, now) === 'live' && now - Date.parse(period.startsAt) < 10 * 60_000) {
    return `Entra no ar assim que você salvar e ${period.endsAt ? `sai ${formatMomentInWords(period.endsAt, now)}` : 'fica até alguém tirar'}`
  }
  return formatPeriod(period, now)
}

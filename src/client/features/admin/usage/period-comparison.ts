import { formatPercent } from '#client/lib/text/format.ts'
import {
  formatCompact,
  formatCount,
  formatDollars,
  formatReais,
  formatSeconds,
} from '#client/lib/text/format-figures.ts'
import type { Usage, UsageFigures } from '#shared/contract/usage.ts'
import { daysBetween } from '#shared/usage-period.ts'

export type Change = { direction: 'up' | 'down' | 'same'; text: string }

const SAME: Change = { direction: 'same', text: 'igual ao período anterior' }
const FROM_NOTHING: Change = { direction: 'up', text: 'antes não houve' }
const MANY_TIMES = 10

export function countChange(now: number, before: number): Change {
  if (now === before) return SAME
  if (before === 0) return FROM_NOTHING
  if (now >= before * MANY_TIMES) {
    return { direction: 'up', text: `${formatCount(Math.floor(now / before))} vezes o de antes` }
  }
  const share = Math.abs(now - before) / before
  const percent = share < 0.005 ? 'menos de 1%' : formatPercent(share)
  return now > before
    ? { direction: 'up', text: `${percent} a mais` }
    : { direction: 'down', text: `${percent} a menos` }
}

const SAME_WAIT_MS = 50

/** "0,4 s mais rápida", of waits in milliseconds; undefined without a previous one. */
export function waitChange(now: number | null, before: number | null | undefined): Change | undefined {
  if (now === null || before === null || before === undefined) return undefined
  const difference = now - before
  if (Math.abs(difference) < SAME_WAIT_MS) return SAME
  const text = formatSeconds(Math.abs(difference))
  return difference > 0
    ? { direction: 'up', text: `${text} mais lenta` }
    : { direction: 'down', text: `${text} mais rápida` }
}

type Thumbs = { up: number; down: number }

/** Share of thumbs up, from 0 to 1; undefined without ratings. */
export const approvalOf = ({ up, down }: Thumbs): number | undefined =>
  up + down === 0 ? undefined : up / (up + down)

export function approvalChange(now: Thumbs, before: Thumbs): Change | undefined {
  const [share, shareBefore] = [approvalOf(now), approvalOf(before)]
  if (share === undefined || shareBefore === undefined) return undefined
  const points = Math.round((share - shareBefore) * 100)
  if (points === 0) return SAME
  const text = Math.abs(points) === 1 ? '1 ponto' : `${Math.abs(points)} pontos`
  return points > 0
    ? { direction: 'up', text: `${text} a mais` }
    : { direction: 'down', text: `${text} a menos` }
}

type Cost = UsageFigures['cost']

export function costText({ usd, unpricedTokens }: Cost): string {
  if (usd !== null) return formatDollars(usd)
  return unpricedTokens > 0 ? 'Sem preço' : formatDollars('0')
}

/** The cost in reais; undefined without a rate or a cost. */
export const reaisText = ({ usd }: Cost, rate: Usage['exchangeRate']): string | undefined =>
  rate && usd !== null ? formatReais(usd, rate.brlPerUsd) : undefined

export function missingPriceText({ usd, unpricedTokens }: Cost): string | undefined {
  if (unpricedTokens === 0) return undefined
  const tokens = `${formatCompact(unpricedTokens)} tokens`
  return usd === null ? `${tokens} de modelos sem preço` : `fora ${tokens} sem preço`
}

/** Undefined if either cost is incomplete. */
export function costChange(now: Cost, before: Cost): Change | undefined {
  const isKnown = now.unpricedTokens === 0 && before.unpricedTokens === 0
  return isKnown ? countChange(Number(now.usd ?? 0), Number(before.usd ?? 0)) : undefined
}

export const isQuiet = ({ messages, replies }: UsageFigures): boolean => messages === 0 && replies === 0

export function comparisonText({ range, previous, from, to }: Compared): string {
  if (!previous) return 'Ainda não há um período anterior para comparar.'
  if (range === 'today') return 'Comparado com ontem, o dia inteiro.'
  const length = daysBetween(from, to)
  return length === 1 ? 'Comparado com o dia anterior.' : `Comparado com os ${length} dias anteriores.`
}

type Compared = Pick<Usage, 'range' | 'previous' | 'from' | 'to'>

import { formatDollars } from '#client/lib/text/format-figures.ts'

type Cost = { usd: string | null; isComplete: boolean }

/** "US$ 1,20", with a plus when something used has no price. */
export function costText({ usd, isComplete }: Cost): string {
  if (usd === null) return 'Sem preço'
  return isComplete ? formatDollars(usd) : `${formatDollars(usd)} +`
}

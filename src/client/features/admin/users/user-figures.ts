import { formatCompact, formatDollars } from '#client/lib/text/format-figures.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { countText } from './user-texts.ts'

type Figures = { messages: number; tokens: number }

/** "US$ 1,20", with a plus when something used has no price. */
export function costText({ usd, unpricedTokens }: AdminUser['costThisMonth']): string {
  if (usd === null) return 'Sem preço'
  return unpricedTokens > 0 ? `${formatDollars(usd)} +` : formatDollars(usd)
}

/** "40 mensagens · 12 mil tokens". */
export const figuresText = ({ messages, tokens }: Figures): string =>
  `${countText(messages)} · ${formatCompact(tokens)} tokens`

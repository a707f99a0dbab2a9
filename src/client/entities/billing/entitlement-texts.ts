import type { Coverage, IdleSubscription } from '#shared/contract/entitlement.ts'

const GIVES: Record<Coverage, string> = {
  agents: 'abre todos os agentes',
  messages: 'dá mais mensagens por mês',
  day: 'dá mais mensagens por dia',
  storage: 'dá mais espaço',
  passages: 'dá mais trechos no Acervo',
}
const WOULD_GIVE: Record<Coverage, string> = {
  agents: 'todos os agentes',
  messages: 'mais mensagens por mês',
  day: 'mais mensagens por dia',
  storage: 'mais espaço',
  passages: 'mais trechos no Acervo',
}
const listFormat = new Intl.ListFormat('pt-BR')

type Idle = Pick<IdleSubscription, 'planName' | 'provider' | 'because' | 'surplus'>

/** Why the plan that counts precedes another: "o Big Player dá mais mensagens por mês". */
export function precedenceOf(counting: string, { planName, because }: Idle): string {
  if (planName === counting) return 'é o mesmo plano'
  return `o ${counting} ${because === 'same' ? 'dá o mesmo' : GIVES[because]}`
}

/** The points in which a paid plan that does not count gives more: "mais espaço"; undefined if there are none. */
export function missingOf({ provider, surplus }: Idle): string | undefined {
  const isPaid = provider === 'hubla' || provider === 'stripe'
  if (!isPaid || surplus.length === 0) return undefined
  return listFormat.format(surplus.map((point) => WOULD_GIVE[point]))
}

/** Every account has the automatic one, so that it explains nothing. */
export const isWorthSaying = ({ provider }: Pick<IdleSubscription, 'provider'>): boolean =>
  provider !== 'auto'

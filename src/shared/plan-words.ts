import type { Plan } from './contract/plans.ts'

const countFormat = new Intl.NumberFormat('pt-BR')

/** A monthly limit in words, such as "2.000 mensagens por mês". */
export function sayLimit(limit: number): string {
  if (limit === 0) return 'Nenhuma mensagem por mês'
  return limit === 1 ? '1 mensagem por mês' : `${countFormat.format(limit)} mensagens por mês`
}

/** A plan's room in words, such as "1 GB de espaço". */
export function sayStorage(megabytes: number): string {
  const isLarge = megabytes >= 1_000
  return `${countFormat.format(isLarge ? megabytes / 1_000 : megabytes)} ${isLarge ? 'GB' : 'MB'} de espaço`
}

/** A plan's room in the Acervo in words, such as "20.000 trechos no Acervo". */
const sayPassages = (limit: number) =>
  limit === 1 ? '1 trecho no Acervo' : `${countFormat.format(limit)} trechos no Acervo`

type Figure = 'monthlyMessageLimit' | 'dailyMessageLimit' | 'storageMegabytes' | 'passageLimit'
type Held = Pick<Plan, 'allAgents'> &
  Partial<Pick<Plan, 'agents' | 'isFloor'>> &
  Record<Figure, number | null | undefined>

/** The agents that a plan opens; without a count, by its setting alone. */
function sayAgents({ allAgents, isFloor, agents }: Held): string {
  if (allAgents && (!agents || agents.open === agents.total)) return 'Todos os agentes do elenco'
  if (isFloor || !agents) return 'Os agentes sem cadeado'
  return `${countFormat.format(agents.open)} dos ${countFormat.format(agents.total)} agentes do elenco`
}

/** The contents of a plan, one line each; an unknown figure is left out. */
export function includesOf(held: Held): string[] {
  const { monthlyMessageLimit, dailyMessageLimit, storageMegabytes, passageLimit } = held
  return [
    sayAgents(held),
    ...(monthlyMessageLimit == null ? [] : [sayLimit(monthlyMessageLimit)]),
    ...(dailyMessageLimit == null ? [] : [`Até ${countFormat.format(dailyMessageLimit)} por dia`]),
    ...(storageMegabytes == null ? [] : [sayStorage(storageMegabytes)]),
    ...(passageLimit == null ? [] : [sayPassages(passageLimit)]),
  ]
}

/** A trial in words. */
export const sayTrial = (days: number, isPriced: boolean): string =>
  `${days === 1 ? 'O primeiro dia é grátis' : `Os primeiros ${days} dias são grátis`}${isPriced ? '; depois, este preço' : ''}.`

/** The displayed price with a no-break space after the currency. */
export const sayPrice = (priceText: string): string => priceText.replaceAll('R$ ', 'R$\u00a0')

import type { Plan } from './contract/plans.ts'

const countFormat = new Intl.NumberFormat('pt-BR')

/** A monthly limit in words, such as "2.000 mensagens por mês". */
export function sayLimit(limit: number): string {
  if (limit === 0) return 'Nenhuma mensagem por mês'
  return limit === 1 ? '1 mensagem por mês' : `${countFormat.format(limit)} mensagens por mês`
}

type Held = Pick<Plan, 'allAgents'> & { monthlyMessageLimit: number | undefined }

/** The contents of a plan, one line each; an unknown limit is left out. */
export const includesOf = ({ monthlyMessageLimit, allAgents }: Held): string[] => [
  allAgents ? 'Todos os agentes do elenco' : 'Os agentes sem cadeado',
  ...(monthlyMessageLimit === undefined ? [] : [sayLimit(monthlyMessageLimit)]),
]

/** The displayed price with a no-break space after the currency. */
export const sayPrice = (priceText: string): string => priceText.replaceAll('R$ ', 'R$\u00a0')

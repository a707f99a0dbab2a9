import type { Plan } from './contract/plans.ts'

const countFormat = new Intl.NumberFormat('pt-BR')

/** "2.000 mensagens por mês". */
export function sayLimit(limit: number): string {
  if (limit === 0) return 'Nenhuma mensagem por mês'
  return limit === 1 ? '1 mensagem por mês' : `${countFormat.format(limit)} mensagens por mês`
}

type Held = Pick<Plan, 'allAgents'> & { monthlyMessageLimit: number | undefined }

/** What a plan holds, a line each; without a limit, while it is not known yet, nothing of one. */
export const includesOf = ({ monthlyMessageLimit, allAgents }: Held): string[] => [
  allAgents ? 'Todos os agentes do elenco' : 'Os agentes sem cadeado',
  ...(monthlyMessageLimit === undefined ? [] : [sayLimit(monthlyMessageLimit)]),
]

/** A price as it was written, whose currency is not left behind at the end of a line. */
export const sayPrice = (priceText: string): string => priceText.replaceAll('R$ ', 'R$\u00a0')

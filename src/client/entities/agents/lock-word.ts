import type { Agent } from '#shared/contract/agents.ts'

/** A locked agent's plan where there is room for one name only; the plan sheet names all. */
export function lockWord([first, ...others]: Agent['plans']): string {
  if (!first) return 'Fora de venda'
  return others.length === 0 ? first.displayName : 'Plano pago'
}

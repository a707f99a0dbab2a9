import type { PlanAgents } from '#shared/contract/plans.ts'
import type { AdminPlan, PlanForm } from '#shared/contract/plans-admin.ts'

const countFormat = new Intl.NumberFormat('pt-BR')

export function formatAgentCount({ open, total }: PlanAgents): string {
  if (total === 0) return 'Nenhum agente na galeria'
  if (open === total)
    return total === 1 ? 'Abre o único agente' : `Abre os ${countFormat.format(total)} agentes`
  return `Abre ${countFormat.format(open)} de ${countFormat.format(total)} agentes`
}

export function formatPersonCount(people: number): string {
  if (people === 0) return 'Ninguém'
  return people === 1 ? '1 pessoa' : `${countFormat.format(people)} pessoas`
}

export type SaleState = 'floor' | 'archived' | 'sold' | 'unsold'

type Sold = Pick<AdminPlan, 'isFloor' | 'isArchived' | 'checkoutUrl' | 'stripePriceId' | 'soldBy'>

const SELLERS = { hubla: 'pela Hubla', stripe: 'pelo Stripe' } as const

export function saleOf(plan: Sold): { state: SaleState; text: string } {
  const { isFloor, isArchived, checkoutUrl, stripePriceId, soldBy } = plan
  if (isArchived) return { state: 'archived', text: 'Fora de venda' }
  if (isFloor) return { state: 'floor', text: 'Toda conta começa aqui' }
  if (soldBy) return { state: 'sold', text: `À venda ${SELLERS[soldBy]}` }
  // A checkout exists, but no webhook would report its payments.
  const isReady = checkoutUrl !== null || stripePriceId !== null
  return { state: 'unsold', text: isReady ? 'Falta ligar o pagamento' : 'Sem onde comprar' }
}

export const EXTERNAL_LABELS: Record<PlanForm['newExternalKind'], string> = {
  'hubla:offer': 'Oferta da Hubla',
  'hubla:product': 'Produto da Hubla',
  'stripe:price': 'Preço do Stripe',
  'stripe:product': 'Produto do Stripe',
}

export const FIELD_LABELS: Partial<Record<keyof PlanForm, string>> = {
  displayName: 'Nome',
  name: 'Nome interno',
  description: 'Descrição',
  priceText: 'Preço',
  monthlyMessageLimit: 'Mensagens por mês',
  dailyMessageLimit: 'Mensagens por dia',
  storageMegabytes: 'Espaço por pessoa',
  passageLimit: 'Trechos no Acervo',
  allAgents: 'Todos os agentes',
  checkoutUrl: 'Página de venda na Hubla',
  stripePriceId: 'Preço no Stripe',
  trialDays: 'Dias de teste',
  acceptsCoupons: 'Cupons do Stripe',
  isArchived: 'Fora de venda',
}

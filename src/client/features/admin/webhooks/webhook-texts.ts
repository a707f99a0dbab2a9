import { formatCount } from '#client/lib/text/format-figures.ts'
import type {
  MappedOffer,
  SoldKind,
  UnmappedOffer,
  WaitingStep,
  WebhookProvider,
  WebhookState,
} from '#shared/contract/webhooks.ts'

export const PARTS = {
  events: 'webhook-events',
  unmapped: 'unmapped-offers',
  waiting: 'waiting-buyers',
  decided: 'decided-codes',
} as const

export const PROVIDERS: Record<WebhookProvider, { name: string; the: string; of: string; at: string }> = {
  hubla: { name: 'Hubla', the: 'A Hubla', of: 'da Hubla', at: 'na Hubla' },
  stripe: { name: 'Stripe', the: 'O Stripe', of: 'do Stripe', at: 'no Stripe' },
}

export const STATES: Record<WebhookState, string> = {
  received: 'Na fila',
  processed: 'Processado',
  failed: 'Falhou',
  parked: 'Esperando',
  ignored: 'Sem efeito',
}

/** Events of a purchase without an account: processed, and yet nobody has the plan. */
export const WAITING: Record<WaitingStep, { state: string; why: string; toast: string }> = {
  'sign-up': {
    state: 'Falta a conta',
    why: 'A compra está guardada até quem comprou criar a conta com este e-mail.',
    toast: 'Evento processado. A compra espera quem comprou criar a conta.',
  },
  'verify-email': {
    state: 'Falta confirmar',
    why: 'A conta existe; a compra espera que este e-mail seja confirmado.',
    toast: 'Evento processado. A compra espera que o e-mail da conta seja confirmado.',
  },
}

export const KINDS: Record<SoldKind, string> = { offer: 'Oferta', product: 'Produto', price: 'Preço' }

const TYPES: Record<string, string> = {
  'charge.dispute.created': 'Pagamento contestado',
  'charge.refunded': 'Pagamento devolvido',
  'checkout.session.completed': 'Compra concluída',
  'customer.member_added': 'Acesso liberado',
  'customer.member_removed': 'Acesso retirado',
  'customer.subscription.created': 'Assinatura criada',
  'customer.subscription.deleted': 'Assinatura encerrada',
  'customer.subscription.updated': 'Assinatura alterada',
  'elenco.account_deleted': 'Conta excluída aqui: encerrar assinatura',
  'invoice.created': 'Fatura criada',
  'invoice.expired': 'Fatura vencida',
  'invoice.paid': 'Fatura paga',
  'invoice.payment_failed': 'Pagamento recusado',
  'invoice.payment_succeeded': 'Pagamento aprovado',
  'invoice.refunded': 'Pagamento devolvido',
  'invoice.status_updated': 'Fatura mudou de situação',
  'lead.abandoned_checkout': 'Compra abandonada',
  'subscription.activated': 'Assinatura ativada',
  'subscription.created': 'Assinatura criada',
  'subscription.deactivated': 'Assinatura desativada',
  'subscription.expiring': 'Assinatura perto do fim',
  'subscription.renewal_disabled': 'Renovação desligada',
  'subscription.renewal_enabled': 'Renovação ligada',
}

const FAMILIES: readonly [prefix: string, words: string][] = [
  ['refund_request.', 'Pedido de reembolso'],
  ['smart_installment.', 'Parcelamento inteligente'],
]

/** "Pagamento aprovado"; undefined for an unknown type. */
export const sayType = (type: string): string | undefined =>
  Object.hasOwn(TYPES, type) ? TYPES[type] : FAMILIES.find(([prefix]) => type.startsWith(prefix))?.[1]

export function typeOption(type: string): { value: string; label: string } {
  const words = sayType(type)
  return { value: type, label: words ? `${words} (${type})` : type }
}

export const sayEvents = (count: number): string =>
  count === 1 ? '1 evento' : `${formatCount(count)} eventos`

export const sayPurchases = (count: number): string =>
  count === 1 ? '1 compra' : `${formatCount(count)} compras`

const sayPeople = (count: number) => (count === 1 ? '1 pessoa' : `${formatCount(count)} pessoas`)

export function sayWaiting({ events, people }: Pick<UnmappedOffer, 'events' | 'people'>): string {
  const whose = people > 0 ? ` de ${sayPeople(people)}` : ''
  return `${sayEvents(events)}${whose} ${events === 1 ? 'espera' : 'esperam'}`
}

export const sayMails = (count: number): string =>
  count === 0 ? 'Nenhum e-mail' : count === 1 ? '1 e-mail' : `${formatCount(count)} e-mails`

type Sold = Pick<UnmappedOffer, 'kind' | 'name'>

export const nameOf = ({ kind, name }: Sold): string => name ?? `${KINDS[kind]} sem nome`

export const offersFirst = <T extends Pick<Sold, 'kind'>>(all: readonly T[]): T[] => [
  ...all.filter(({ kind }) => kind !== 'product'),
  ...all.filter(({ kind }) => kind === 'product'),
]

export function sayMapped(
  sold: Sold,
  planName: string,
  { processed, remaining }: Pick<MappedOffer, 'processed' | 'remaining'>,
): string {
  const done =
    processed > 0 ? ` ${sayEvents(processed)} ${processed === 1 ? 'processado' : 'processados'}.` : ''
  const left =
    remaining > 0 ? ` ${sayEvents(remaining)} ainda ${remaining === 1 ? 'espera' : 'esperam'}.` : ''
  return `“${nameOf(sold)}” agora é o plano ${planName}.${done}${left}`
}

export const RETRIED: Record<WebhookState, { text: string; tone: 'success' | 'info' | 'error' }> = {
  processed: { text: 'Evento processado.', tone: 'success' },
  ignored: { text: 'Evento processado: ele não muda nada por aqui.', tone: 'info' },
  parked: { text: 'O evento continua esperando.', tone: 'info' },
  received: { text: 'O evento continua na fila.', tone: 'info' },
  failed: { text: 'O evento falhou de novo. O motivo está na página.', tone: 'error' },
}

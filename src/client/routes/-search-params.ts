import { LIMITS } from '#shared/limits.ts'

/** The search of a list. Parsed by hand: a schema would load with every page. */
export const readSearch = ({ q }: Record<string, unknown>): { q?: string } =>
  typeof q === 'string' && q !== '' ? { q: q.slice(0, LIMITS.searchLength) } : {}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The asset to copy. */
const readCopy = ({ de }: Record<string, unknown>): { de?: string } =>
  typeof de === 'string' && ID.test(de) ? { de } : {}

/** The reply to read a new asset from. */
const readReply = ({
  conversa,
  mensagem,
}: Record<string, unknown>): { conversa?: string; mensagem?: string } =>
  isId(conversa) && isId(mensagem) ? { conversa, mensagem } : {}

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)

/** The only addresses allowed, against open redirects. */
const OFFER_FORM = /^\/app\/personalizacao\/ofertas\/[\w-]+(?:\?[\w=&-]+)?$/

/** The offer's form to return to after saving. */
const readReturn = ({ volta }: Record<string, unknown>): { volta?: string } =>
  typeof volta === 'string' && OFFER_FORM.test(volta) ? { volta } : {}

export const readNew = (search: Record<string, unknown>) => ({
  ...readCopy(search),
  ...readReply(search),
  ...readReturn(search),
})

/** The token of a purchase claim, from the link of a mail. */
export const readClaim = ({ compra }: Record<string, unknown>): { compra?: string } =>
  typeof compra === 'string' && /^[\w-]{20,200}$/.test(compra) ? { compra } : {}

/** Stripe's return address. */
export const readPayment = ({
  assinatura,
}: Record<string, unknown>): { assinatura?: 'feita' | 'cancelada' } =>
  assinatura === 'feita' || assinatura === 'cancelada' ? { assinatura } : {}

export const replyOf = ({ conversa, mensagem }: { conversa?: string; mensagem?: string }) =>
  conversa && mensagem ? { chatId: conversa, messageId: mensagem } : undefined

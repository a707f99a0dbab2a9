import { LIMITS } from '#shared/limits.ts'

/** What a list is searched for, from its address. By hand, as for a chat: this much loads with every page. */
export const readSearch = ({ q }: Record<string, unknown>): { q?: string } =>
  typeof q === 'string' && q !== '' ? { q: q.slice(0, LIMITS.searchLength) } : {}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Which asset a new one begins as a copy of, from its address. */
const readCopy = ({ de }: Record<string, unknown>): { de?: string } =>
  typeof de === 'string' && ID.test(de) ? { de } : {}

/** Which reply a new one is filled from, from its address. */
const readReply = ({
  conversa,
  mensagem,
}: Record<string, unknown>): { conversa?: string; mensagem?: string } =>
  isId(conversa) && isId(mensagem) ? { conversa, mensagem } : {}

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)

/** Only these, so that no link leads anywhere else. */
const OFFER_FORM = /^\/app\/personalizacao\/ofertas\/[\w-]+(?:\?[\w=&-]+)?$/

/** The offer's form that it is made for, to which one goes back once it is saved. */
const readReturn = ({ volta }: Record<string, unknown>): { volta?: string } =>
  typeof volta === 'string' && OFFER_FORM.test(volta) ? { volta } : {}

/** What a new one begins as, and what for, from its address. */
export const readNew = (search: Record<string, unknown>) => ({
  ...readCopy(search),
  ...readReply(search),
  ...readReturn(search),
})

/** The link of a mail that brings a purchase into the account that opens it. */
export const readClaim = ({ compra }: Record<string, unknown>): { compra?: string } =>
  typeof compra === 'string' && /^[\w-]{20,200}$/.test(compra) ? { compra } : {}

/** How Stripe's page of payment sends people back. */
export const readPayment = ({
  assinatura,
}: Record<string, unknown>): { assinatura?: 'feita' | 'cancelada' } =>
  assinatura === 'feita' || assinatura === 'cancelada' ? { assinatura } : {}

/** The same reply as what asks for it knows it. */
export const replyOf = ({ conversa, mensagem }: { conversa?: string; mensagem?: string }) =>
  conversa && mensagem ? { chatId: conversa, messageId: mensagem } : undefined

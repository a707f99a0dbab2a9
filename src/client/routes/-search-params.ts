import { LIMITS } from '#shared/limits.ts'

/** The texts of an address by their names. Parsed by hand: zod would load with every page. */
function readTexts<const Name extends string>(search: Record<string, unknown>, names: readonly Name[]) {
  const texts = names.filter((name) => typeof search[name] === 'string').map((name) => [name, search[name]])
  return Object.fromEntries(texts) as { [Key in Name]?: string | undefined }
}

type Search = Record<string, unknown>

export const readRedirect = (search: Search) => readTexts(search, ['redirect'])
export const readSetup = (search: Search) => readTexts(search, ['setup'])
export const readCallback = (search: Search) => readTexts(search, ['error', 'redirect'])
/** `first`: the account has no password yet, and its address was just confirmed in a browser that did not create it. */
export const readReset = (search: Search) => readTexts(search, ['token', 'error', 'first', 'convite'])

/** The search of a list, from its address. */
export const readSearch = ({ q }: Record<string, unknown>): { q?: string } =>
  typeof q === 'string' && q !== '' ? { q: q.slice(0, LIMITS.searchLength) } : {}

const isPlace = (value: unknown) => /^\d{1,5}$/.test(String(value))

/** The passage that is looked for in a source, and the first one that is shown, from the address. */
export const readPlace = ({ trecho, de }: Record<string, unknown>): { trecho?: number; de?: number } => ({
  ...(isPlace(trecho) && { trecho: Number(trecho) }),
  ...(isPlace(de) && { de: Number(de) }),
})

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)

/** The asset to copy, from the address. */
const readCopy = ({ de }: Record<string, unknown>): { de?: string } =>
  typeof de === 'string' && ID.test(de) ? { de } : {}

/** The reply that fills a new asset, from the address. */
const readReply = ({
  conversa,
  mensagem,
}: Record<string, unknown>): { conversa?: string; mensagem?: string } =>
  isId(conversa) && isId(mensagem) ? { conversa, mensagem } : {}

/** A closed list: no link leads elsewhere. */
const OFFER_FORM = /^\/app\/personalizacao\/ofertas\/[\w-]+(?:\?[\w=&-]+)?$/

/** The offer's form to return to after the save. */
const readReturn = ({ volta }: Record<string, unknown>): { volta?: string } =>
  typeof volta === 'string' && OFFER_FORM.test(volta) ? { volta } : {}

/** The initial values and the purpose of a new asset, from the address. */
export const readNew = (search: Record<string, unknown>) => ({
  ...readCopy(search),
  ...readReply(search),
  ...readReturn(search),
})

type HomeSearch = {
  q?: string | undefined
  etiqueta?: string | undefined
  agente?: string | undefined
  passeio?: 'sim'
}

/** Home's filter, the agent that a new chat is asked with, and whether the tour is asked for. */
export const readHome = (search: Record<string, unknown>): HomeSearch => {
  const { etiqueta, agente, passeio } = search
  return {
    ...readSearch(search),
    ...(isId(etiqueta) && { etiqueta }),
    ...(isId(agente) && { agente }),
    ...(passeio === 'sim' && { passeio }),
  }
}

/** Token of a purchase claim's mail. */
export const readClaim = ({ compra }: Record<string, unknown>): { compra?: string } =>
  typeof compra === 'string' && /^[\w-]{20,200}$/.test(compra) ? { compra } : {}

/** How a visit to Stripe's payment page ended. */
export const readPayment = ({
  assinatura,
}: Record<string, unknown>): { assinatura?: 'feita' | 'cancelada' } =>
  assinatura === 'feita' || assinatura === 'cancelada' ? { assinatura } : {}

type ReviewedSearch = { resposta?: string; oferta?: string } & ReturnType<typeof readCopy> &
  ReturnType<typeof readReply>

/** The reply or the offer that is reviewed, whose text was kept before; of a new offer, also what its form was filled from. */
export const readReviewed = (search: Record<string, unknown>): ReviewedSearch => {
  const { resposta, oferta } = search
  if (isId(resposta)) return { resposta }
  if (isId(oferta)) return { oferta }
  return oferta === 'nova' ? { oferta, ...readCopy(search), ...readReply(search) } : {}
}

export const replyOf = ({ conversa, mensagem }: { conversa?: string; mensagem?: string }) =>
  conversa && mensagem ? { chatId: conversa, messageId: mensagem } : undefined

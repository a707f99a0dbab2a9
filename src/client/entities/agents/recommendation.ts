import type { AssetDetails } from '#client/entities/business/assets.api.ts'
import { normalizeText } from '#client/lib/text/normalize-text.ts'
import { formatMoney } from '#shared/money/money.ts'

/** A piece of a recommendation; a variable has its written name and its normalized key. */
export type Part = { text: string } | { name: string; key: string }

/**
 * A name in single braces: a letter, then letters, digits, blanks and hyphens, at most 40. Any other brace is text.
 */
const VARIABLE = /(?<!\{)\{([\p{L}](?:[\p{L}\p{M}\p{N} -]{0,38}[\p{L}\p{M}\p{N}])?)\}(?!\})/gu

/** The pieces in order; joined they are the text. */
export function parseRecommendation(content: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of content.matchAll(VARIABLE)) {
    const [whole, name = ''] = match
    if (match.index > at) parts.push({ text: content.slice(at, match.index) })
    parts.push({ name, key: keyOfName(name) })
    at = match.index + whole.length
  }
  if (at < content.length || parts.length === 0) parts.push({ text: content.slice(at) })
  return parts
}

const keyOfName = (name: string) => normalizeText(name).replace(/\s+/g, ' ')

/** The variables, each once, in reading order. */
export function variablesOf(parts: readonly Part[]): { name: string; key: string }[] {
  const byKey = new Map<string, { name: string; key: string }>()
  for (const part of parts) if ('key' in part && !byKey.has(part.key)) byKey.set(part.key, part)
  return [...byKey.values()]
}

export type Values = Readonly<Record<string, string>>

/** The text with its variables filled in; one without a value stays as written. */
export const fillRecommendation = (parts: readonly Part[], values: Values): string =>
  parts.map((part) => ('text' in part ? part.text : values[part.key]?.trim() || `{${part.name}}`)).join('')

type Reader = (details: AssetDetails) => string | null | undefined

/** The source of each known variable by key; the first chosen item wins. */
const READERS: Record<string, Reader> = {
  produto: ({ products }) => products[0]?.name,
  publico: ({ products, brands }) => products[0]?.mainPersona || brands[0]?.audience,
  transformacao: ({ products }) => products[0]?.transformation,
  preco: ({ products: [product] }) =>
    product?.practicePriceDecimal && formatMoney(product.practicePriceDecimal),
  conteudo: ({ products }) => products[0]?.contentDetails,
  oferta: ({ offers }) => offers[0]?.name,
  'big idea': ({ offers }) => offers[0]?.bigIdea,
  mecanismo: ({ offers }) => offers[0]?.mechanism,
  marca: ({ brands }) => brands[0]?.name,
  'tom de voz': ({ brands }) => brands[0]?.toneOfVoice,
}

/** Whether a chosen item can fill the variable. */
export const isKnownVariable = (key: string): boolean => Object.hasOwn(READERS, key)

/** Values for the known variables, on one line and without a full stop, to fit into a sentence. */
export function valuesFrom(details: AssetDetails): Values {
  const read = Object.entries(READERS).map(([key, reader]) => [key, inSentence(reader(details) ?? '')])
  return Object.fromEntries(read.filter(([, value]) => value !== ''))
}

const inSentence = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '')

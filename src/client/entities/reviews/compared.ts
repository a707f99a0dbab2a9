import type { Grounding } from '#shared/contract/messages.ts'
import type { Channel } from '#shared/revisor/rules.ts'

/** What a text is compared with; empty texts stand for none. */
export type Compared = { channel: Channel; productId: string; offerId: string; brandId: string }

export const COMPARED_WITH_NOTHING: Compared = { channel: 'page', productId: '', offerId: '', brandId: '' }

export const isSameCompared = (one: Compared, other: Compared): boolean =>
  one.channel === other.channel &&
  one.productId === other.productId &&
  one.offerId === other.offerId &&
  one.brandId === other.brandId

/** The id if it is the only one: of two products, the prices of one would be errors of the other. */
const soleOf = (ids: readonly (string | null)[]): string => {
  const [first, ...more] = new Set(ids.filter((id) => id !== null))
  return first !== undefined && more.length === 0 ? first : ''
}

/** The saved data that a reply was written with, for the channel of its agent. */
export function comparedOf(grounds: readonly Pick<Grounding, 'kind' | 'id'>[], channel: Channel): Compared {
  const idsOf = (...kinds: Grounding['kind'][]) =>
    grounds.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  return {
    channel,
    productId: soleOf(idsOf('product')),
    offerId: soleOf(idsOf('offer')),
    brandId: soleOf(idsOf('brand', 'voice')),
  }
}

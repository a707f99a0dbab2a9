import type { AssetKind } from '#shared/contract/assets.ts'
import type { SourceChoice } from '#shared/contract/collections.ts'
import type { Grounding, MessageContext } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'

/** One asset of a chat's context, or a collection or source to read for one message; `name` is empty until it is loaded. */
export type ContextItem = {
  kind: AssetKind | SourceChoice['kind']
  id: string
  name: string
  /** A collection or source of the house, which only some agents read. */
  isHouse?: boolean | undefined
}
export type AssetItem = ContextItem & { kind: AssetKind }

export const isAsset = (item: ContextItem): item is AssetItem =>
  item.kind !== 'collection' && item.kind !== 'source'

export const NO_ITEMS: readonly ContextItem[] = []

export const contextItemKey = ({ kind, id }: Pick<ContextItem, 'kind' | 'id'>): string => `${kind}:${id}`

export const hasItem = (items: readonly ContextItem[], item: ContextItem): boolean =>
  items.some((it) => contextItemKey(it) === contextItemKey(item))

/** Appends `item`; undefined when the limit of its kind is reached. */
export function withItem(
  items: readonly ContextItem[],
  item: ContextItem,
): readonly ContextItem[] | undefined {
  if (hasItem(items, item)) return items
  const isFull = items.filter(({ kind }) => kind === item.kind).length >= LIMITS.contextItems
  return isFull ? undefined : [...items, item]
}

export const withoutItem = (items: readonly ContextItem[], item: ContextItem): readonly ContextItem[] =>
  items.filter((it) => contextItemKey(it) !== contextItemKey(item))

/** Compares the items of two lists regardless of order. */
export const isSameContext = (one: readonly ContextItem[], other: readonly ContextItem[]): boolean =>
  one.map(contextItemKey).sort().join() === other.map(contextItemKey).sort().join()

/** The items as the body of a message. */
export function contextOf(items: readonly ContextItem[]): MessageContext {
  const idsOf = (kind: ContextItem['kind']) => items.filter((it) => it.kind === kind).map(({ id }) => id)
  const [collectionIds, sourceIds] = [idsOf('collection'), idsOf('source')]
  return {
    productIds: idsOf('product'),
    brandIds: idsOf('brand'),
    offerIds: idsOf('offer'),
    documentIds: idsOf('document'),
    ...(collectionIds.length > 0 && { collectionIds }),
    ...(sourceIds.length > 0 && { sourceIds }),
  }
}

/** The items of a message's context, without names. */
export function itemsOf({ productIds, brandIds, offerIds, documentIds }: MessageContext): ContextItem[] {
  const of = (kind: AssetKind, ids: string[]) => ids.map((id) => ({ kind, id, name: '' }))
  return [
    ...of('product', productIds),
    ...of('brand', brandIds),
    ...of('offer', offerIds),
    ...of('document', documentIds),
  ]
}

/** The assets that the user chose, without those that offers brought along. */
export const chosenItems = (groundedOn: readonly Grounding[]): ContextItem[] =>
  groundedOn.flatMap(({ kind, id, name, isChosen }) =>
    isChosen && id !== null && kind !== 'onboarding' && kind !== 'voice' ? [{ kind, id, name }] : [],
  )

/** The context to show before the server reports it: that of the previous reply when the choice is the same. */
export function predictContext(
  items: readonly ContextItem[],
  before: readonly Grounding[] = [],
): Grounding[] {
  if (before.length > 0 && isSameContext(items.filter(isAsset), chosenItems(before))) return [...before]
  return items.filter(isAsset).map((item) => ({ ...item, isChosen: true }))
}

import type { AssetKind } from '#shared/contract/assets.ts'
import type { Grounding, MessageContext } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'

/** Something of the business that a chat stands on; its name is empty until somebody asked for it. */
export type ContextItem = { kind: AssetKind; id: string; name: string }

export const NO_ITEMS: readonly ContextItem[] = []

export const contextItemKey = ({ kind, id }: Pick<ContextItem, 'kind' | 'id'>): string => `${kind}:${id}`

export const hasItem = (items: readonly ContextItem[], item: ContextItem): boolean =>
  items.some((it) => contextItemKey(it) === contextItemKey(item))

/** The items with one more, behind them; undefined where there are as many of its kind as a message takes. */
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

/** Whether two lists name the same things, in whatever order. */
export const isSameContext = (one: readonly ContextItem[], other: readonly ContextItem[]): boolean =>
  one.map(contextItemKey).sort().join() === other.map(contextItemKey).sort().join()

/** The items as a message is sent with them. */
export function contextOf(items: readonly ContextItem[]): MessageContext {
  const idsOf = (kind: AssetKind) => items.filter((it) => it.kind === kind).map(({ id }) => id)
  return {
    productIds: idsOf('product'),
    brandIds: idsOf('brand'),
    offerIds: idsOf('offer'),
    documentIds: idsOf('document'),
  }
}

/** What a context names; it knows no names. */
export function itemsOf({ productIds, brandIds, offerIds, documentIds }: MessageContext): ContextItem[] {
  const of = (kind: AssetKind, ids: string[]) => ids.map((id) => ({ kind, id, name: '' }))
  return [
    ...of('product', productIds),
    ...of('brand', brandIds),
    ...of('offer', offerIds),
    ...of('document', documentIds),
  ]
}

/** What of a reply's grounds somebody chose, rather than what came along with it. */
export const chosenItems = (groundedOn: readonly Grounding[]): ContextItem[] =>
  groundedOn.flatMap(({ kind, id, name, isChosen }) =>
    isChosen && id !== null && kind !== 'onboarding' ? [{ kind, id, name }] : [],
  )

/**
 * What a reply that has just begun stands on, as far as this side knows: where the one before was grounded on the same
 * choice, the same came along.
 */
export function predictContext(
  items: readonly ContextItem[],
  before: readonly Grounding[] = [],
): Grounding[] {
  if (before.length > 0 && isSameContext(items, chosenItems(before))) return [...before]
  return items.map((item) => ({ ...item, isChosen: true }))
}

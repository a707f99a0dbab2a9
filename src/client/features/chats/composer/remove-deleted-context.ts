import { fetchAsset } from '#client/entities/business/assets.api.ts'
import { type ContextItem, isAsset, withoutItem } from '#client/entities/business/context-items.ts'
import { findSourceChoices } from '#client/entities/business/use-source-choices.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

/** After a message was refused: removes deleted items from its context, and says so. */
export async function removeDeletedContext(draftKey: string, chosen: readonly ContextItem[]): Promise<void> {
  const found = await Promise.all(chosen.map(async (item) => ((await isThere(item)) ? [] : [item])))
  const gone = found.flat()
  if (gone.length === 0) return
  draftContext.choose(draftKey, gone.reduce(withoutItem, draftContext.items(draftKey) ?? chosen))
  const names = gone.map(({ name }) => (name ? `“${name}”` : 'Um item do contexto')).join(', ')
  showToast(
    gone.length === 1
      ? `${names} não existe mais e saiu da conversa. Envie de novo.`
      : `${names} não existem mais e saíram da conversa. Envie de novo.`,
    'error',
  )
}

async function isThere(item: ContextItem): Promise<boolean> {
  if (isAsset(item)) return (await fetchAsset(item.kind, item.id)) !== undefined
  return (await findSourceChoices(item.name)).some(({ id }) => id === item.id)
}

import { fetchAsset } from '#client/entities/business/assets.api.ts'
import { type ContextItem, isAsset, withoutItem } from '#client/entities/business/context-items.ts'
import { findReadable } from '#client/entities/business/use-source-choices.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

type Refused = { draftKey: string; agentId: string; chosen: readonly ContextItem[] }

/** After a message was refused: removes items that are deleted, or that the agent does not read, from its context, and says so. */
export async function removeDeletedContext({ draftKey, agentId, chosen }: Refused): Promise<void> {
  const readable = findReadable(
    chosen.filter((item) => !isAsset(item)),
    agentId,
  )
  const isThere = async (item: ContextItem) =>
    isAsset(item) ? (await fetchAsset(item.kind, item.id)) !== undefined : (await readable).has(item.id)
  const found = await Promise.all(chosen.map(async (item) => ((await isThere(item)) ? [] : [item])))
  const gone = found.flat()
  if (gone.length === 0) return
  draftContext.choose(draftKey, gone.reduce(withoutItem, draftContext.items(draftKey) ?? chosen))
  const unread = gone.filter(({ isHouse }) => isHouse)
  if (unread.length > 0) {
    const leaves = unread.length === 1 ? 'que saiu' : 'que saíram'
    showToast(`Este agente não lê ${namesOf(unread)}, ${leaves} da conversa. Envie de novo.`, 'error')
  }
  const deleted = gone.filter(({ isHouse }) => !isHouse)
  if (deleted.length === 0) return
  const names = namesOf(deleted)
  showToast(
    deleted.length === 1
      ? `${names} não existe mais e saiu da conversa. Envie de novo.`
      : `${names} não existem mais e saíram da conversa. Envie de novo.`,
    'error',
  )
}

const NAMES = new Intl.ListFormat('pt-BR')

export const namesOf = (items: readonly ContextItem[]): string =>
  NAMES.format(items.map(({ name }) => (name ? `“${name}”` : 'Um item do contexto')))

import { useSyncExternalStore } from 'react'
import { NO_ITEMS } from '#client/entities/business/context-items.ts'
import { RecentAssets } from '#client/entities/business/recent-assets.tsx'
import { draftContext } from '#client/entities/chats/draft-context.ts'

/** Stores the chosen context in the draft of the next chat. */
export function TopicPicker({ place, label }: { place: string; label: string }) {
  const chosen = useSyncExternalStore(draftContext.subscribe, () => draftContext.items(place)) ?? NO_ITEMS
  return (
    <RecentAssets
      label={label}
      chosen={chosen}
      onChange={(items) => draftContext.choose(place, items.length > 0 ? items : undefined)}
    />
  )
}

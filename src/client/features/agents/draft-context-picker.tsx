import { useSyncExternalStore } from 'react'
import { NO_ITEMS } from '#client/lib/context-items.ts'
import { draftContext } from '#client/lib/draft-context.ts'
import { RecentAssets } from './recent-assets.tsx'

/** What the next new conversation is about, chosen before it begins; its draft takes the choice along. */
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

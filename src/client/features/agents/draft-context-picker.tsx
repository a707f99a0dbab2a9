import { NO_ITEMS } from '#client/entities/business/context-items.ts'
import { RecentAssets } from '#client/entities/business/recent-assets.tsx'
import { draftContext, useDraftContext } from '#client/entities/chats/draft-context.ts'

/** Stores the chosen context in the draft of the next chat. */
export function TopicPicker({ place, label }: { place: string; label: string }) {
  const chosen = useDraftContext(place) ?? NO_ITEMS
  return (
    <RecentAssets
      label={label}
      chosen={chosen}
      onChange={(items) => draftContext.choose(place, items.length > 0 ? items : undefined)}
    />
  )
}

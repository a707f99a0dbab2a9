import { useQuery } from '@tanstack/react-query'
import { CitationPanel } from '#client/entities/collections/citation-panel.tsx'
import { CitedPassageView } from '#client/entities/collections/cited-passage-view.tsx'
import { useConnection } from '#client/lib/http/connection.ts'
import { request } from '#client/lib/http/http-client.ts'
import type { Citation, CitedPassage } from '#shared/contract/citations.ts'
import { SheetData } from './sheet-data.tsx'

type Props = { messageId: string; citation: Citation; onClose: () => void }

/** A passage as the reply read it, with its place, and the way to its source; its place alone without a connection. */
export function CitationSheet({ messageId, citation, onClose }: Props) {
  const { number } = citation
  const isLost = useConnection((connection) => connection.isLost)
  const passage = useQuery({
    queryKey: ['chats', 'passage', messageId, number],
    queryFn: ({ signal }) =>
      request<CitedPassage>('GET', `/messages/${messageId}/passages/${number}`, { signal }),
    // The source may be deleted meanwhile.
    staleTime: 0,
    enabled: !isLost,
  })
  const isOffline = isLost && !passage.data
  return (
    <CitationPanel citation={citation} isOffline={isOffline} onClose={onClose}>
      {!isOffline && <SheetData query={passage}>{(data) => <CitedPassageView passage={data} />}</SheetData>}
    </CitationPanel>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminAgentQueries, restoreVersion } from '#client/entities/agents/agents-admin.api.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { VersionList } from '#client/ui/overlays/version-list.tsx'
import { changeOf, VersionView } from '#client/ui/overlays/version-view.tsx'
import type { AdminAgent, AgentVersion } from '#shared/contract/agents-admin.ts'

type Props = {
  agentId: string
  version: number
  typed: string
  onRestored: (agent: AdminAgent, number: number) => void
  onClose: () => void
}

export function VersionsSheet({ agentId, version, typed, onRestored, onClose }: Props) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<AgentVersion | null>(null)
  const versions = useQuery(adminAgentQueries.versions(agentId))
  const previous = chosen && versions.data?.find(({ number }) => number === chosen.number - 1)
  return (
    <Sheet
      // A new dialog per view moves the focus to its heading.
      key={chosen?.number ?? 0}
      title={chosen ? `Versão ${chosen.number} das instruções` : 'Versões das instruções'}
      onDismiss={chosen ? () => setChosen(null) : onClose}
      isWide={chosen !== null}
    >
      {chosen ? (
        <VersionView
          detail={detailOf(chosen) + (chosen.isCurrent ? ' · em uso' : '')}
          after={chosen.systemPrompt}
          comparisons={[
            ...(previous ? [changeOf(chosen.number, previous.systemPrompt)] : []),
            {
              option: 'Do editor para ela',
              label: `Do editor para a versão ${chosen.number}`,
              before: typed,
            },
          ]}
          isCurrent={chosen.isCurrent}
          restore={async () => {
            const restored = await restoreVersion(client, { id: agentId, version }, chosen.number)
            onRestored(restored, chosen.number)
          }}
          onBack={() => setChosen(null)}
        />
      ) : (
        <VersionList
          versions={versions}
          lead="Cada vez que alguém salva instruções diferentes, nasce uma."
          rowOf={(version) => ({
            number: version.number,
            badge: version.isCurrent && 'em uso',
            detail: detailOf(version),
          })}
          onChoose={setChosen}
        />
      )}
    </Sheet>
  )
}

const detailOf = ({ authorName, createdAt }: AgentVersion) =>
  `${authorName ?? 'Veio com o Elenco'} · ${formatMoment(createdAt)}`

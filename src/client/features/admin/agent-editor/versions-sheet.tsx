import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminAgentQueries, restoreVersion } from '#client/entities/agents/agents-admin.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { VersionList } from '#client/ui/overlays/version-list.tsx'
import text from '#client/ui/text/text.module.css'
import { TextDiff } from '#client/ui/text/text-diff.tsx'
import type { AdminAgent, AgentVersion } from '#shared/contract/agents-admin.ts'

type Props = {
  agentId: string
  version: number
  typed: string
  onRestored: (agent: AdminAgent, number: number) => void
  onClose: () => void
}

export function VersionsSheet({ agentId, version, typed, onRestored, onClose }: Props) {
  const [chosen, setChosen] = useState<AgentVersion | null>(null)
  const versions = useQuery(adminAgentQueries.versions(agentId))
  return (
    <Sheet
      // A new dialog per view moves the focus to its heading.
      key={chosen?.number ?? 0}
      title={chosen ? `Versão ${chosen.number} das instruções` : 'Versões das instruções'}
      onDismiss={chosen ? () => setChosen(null) : onClose}
      isWide={chosen !== null}
    >
      {chosen ? (
        <OneVersion
          agent={{ id: agentId, version }}
          chosen={chosen}
          previous={versions.data?.find(({ number }) => number === chosen.number - 1)}
          typed={typed}
          onBack={() => setChosen(null)}
          onRestored={onRestored}
        />
      ) : (
        <VersionList
          versions={versions}
          lead="Cada vez que alguém salva instruções diferentes, nasce uma."
          rowOf={(version) => ({
            number: version.number,
            badge: version.isCurrent && 'em uso',
            detail: `${authorOf(version)} · ${formatMoment(version.createdAt)}`,
          })}
          onChoose={setChosen}
        />
      )}
    </Sheet>
  )
}

const authorOf = ({ authorName }: AgentVersion) => authorName ?? 'Veio com o Elenco'

type OneProps = {
  agent: Pick<AdminAgent, 'id' | 'version'>
  chosen: AgentVersion
  previous: AgentVersion | undefined
  typed: string
  onBack: () => void
  onRestored: Props['onRestored']
}

function OneVersion({ agent, chosen, previous, typed, onBack, onRestored }: OneProps) {
  const client = useQueryClient()
  const [against, setAgainst] = useState<'previous' | 'typed'>(
    chosen.isCurrent && previous ? 'previous' : 'typed',
  )
  const restore = useMutation({
    mutationFn: () => restoreVersion(client, agent, chosen.number),
    onSuccess: (restored) => onRestored(restored, chosen.number),
  })
  const isBefore = against === 'previous' && previous !== undefined
  return (
    <>
      <p className={text.hint}>
        {authorOf(chosen)} · {formatMoment(chosen.createdAt)}
        {chosen.isCurrent && ' · em uso'}
      </p>
      {previous && (
        <SegmentedControl
          label="Comparar com"
          options={[
            { value: 'previous', label: 'O que ela mudou' },
            { value: 'typed', label: 'Do editor para ela' },
          ]}
          value={against}
          onChange={setAgainst}
        />
      )}
      <TextDiff
        before={isBefore ? previous.systemPrompt : typed}
        after={chosen.systemPrompt}
        label={
          isBefore ? `O que a versão ${chosen.number} mudou` : `Do editor para a versão ${chosen.number}`
        }
      />
      <FormAlert>{restore.error ? errorText(restore.error) : undefined}</FormAlert>
      <Row gap={12}>
        {!chosen.isCurrent && (
          <Button loading={restore.isPending} onClick={() => restore.mutate()}>
            Restaurar esta versão
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          Todas as versões
        </Button>
      </Row>
    </>
  )
}

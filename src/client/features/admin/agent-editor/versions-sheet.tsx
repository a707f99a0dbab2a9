import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminAgentQueries, restoreVersion } from '#client/entities/agents/agents-admin.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import { TextDiff } from '#client/ui/text/text-diff.tsx'
import type { AdminAgent, AgentVersion } from '#shared/contract/agents-admin.ts'
import classes from './versions-sheet.module.css'

type Props = {
  agentId: string
  /** The agent's version that the form goes on from. */
  version: number
  /** What stands in the editor, saved or not. */
  typed: string
  /** After another version was put in use. */
  onRestored: (agent: AdminAgent, number: number) => void
  onClose: () => void
}

/** What the agent was told before: to be laid over what stands in the editor, and to be put in use again. */
export function VersionsSheet({ agentId, version, typed, onRestored, onClose }: Props) {
  const [chosen, setChosen] = useState<AgentVersion | null>(null)
  const versions = useQuery(adminAgentQueries.versions(agentId))
  return (
    <Sheet
      // Anew for each, so that the focus is at its beginning.
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
        <AllVersions versions={versions} onChoose={setChosen} />
      )}
    </Sheet>
  )
}

const ROWS = ['a', 'b', 'c'] as const

type AllProps = {
  versions: ReturnType<typeof useQuery<AgentVersion[]>>
  onChoose: (version: AgentVersion) => void
}

function AllVersions({ versions, onChoose }: AllProps) {
  if (versions.isPending) {
    return (
      <div role="status" aria-label="Carregando as versões">
        {ROWS.map((row) => (
          <div key={row} className={`${classes.row} skeleton`} aria-hidden />
        ))}
      </div>
    )
  }
  if (!versions.data) {
    return (
      <>
        <FormAlert>{`As versões não carregaram. ${errorText(versions.error)}`}</FormAlert>
        <Row gap={12}>
          <Button onClick={() => void versions.refetch()}>Tentar de novo</Button>
        </Row>
      </>
    )
  }
  return (
    <>
      <p className={text.hint}>Cada vez que alguém salva instruções diferentes, nasce uma.</p>
      <ul className={classes.versions}>
        {versions.data.map((version) => (
          <li key={version.number}>
            <button type="button" className={classes.version} onClick={() => onChoose(version)}>
              <span>
                <strong>Versão {version.number}</strong>
                {version.isCurrent && <span className={classes.now}>em uso</span>}
              </span>
              <span className={text.hint}>
                {authorOf(version)} · {formatMoment(version.createdAt)}
              </span>
              <IconChevronRight size={20} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const authorOf = ({ authorName }: AgentVersion) => authorName ?? 'Veio com o Elenco'

type OneProps = {
  agent: Pick<AdminAgent, 'id' | 'version'>
  chosen: AgentVersion
  /** The one before, where there is one. */
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
  const [isRestoring, setRestoring] = useState(false)
  const [problem, setProblem] = useState<string>()
  const handleRestore = async () => {
    setRestoring(true)
    setProblem(undefined)
    try {
      onRestored(await restoreVersion(client, agent, chosen.number), chosen.number)
    } catch (error) {
      setProblem(errorText(error))
      setRestoring(false)
    }
  }
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
      <FormAlert>{problem}</FormAlert>
      <Row gap={12}>
        {!chosen.isCurrent && (
          <Button loading={isRestoring} onClick={() => void handleRestore()}>
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

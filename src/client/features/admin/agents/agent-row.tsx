import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { AgentName } from '#client/entities/agents/agent-name.tsx'
import { formatPercent, formatRelative } from '#client/lib/text/format.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminAgentSummary } from '#shared/contract/agents-admin.ts'
import { photoPath } from '#shared/contract/uploads.ts'
import classes from './agent-row.module.css'

/** What the rows' columns are; on a phone each value says it itself. */
export function AgentRowHead({ hasHandles }: { hasHandles: boolean }) {
  return (
    <div className={classes.headings} data-handles={hasHandles || undefined} aria-hidden>
      <span>Agente</span>
      <span>Plano</span>
      <span>Mensagens, 30 dias</span>
      <span>Aprovação</span>
    </div>
  )
}

type Props = {
  agent: AdminAgentSummary
  /** What it is moved by; nothing where no order can be made. */
  handle: ReactNode
  actions: () => (Action | 'gap')[]
}

/** One agent of the cast, with how people take it. */
export function AgentRow({ agent, handle, actions }: Props) {
  const { id, name, labels, enableFreePlan, usage } = agent
  const Lock = enableFreePlan ? IconLockOpen : IconLock
  return (
    <div className={classes.row} data-handles={handle ? true : undefined}>
      {handle}
      <Face agent={agent} />
      <Stack gap={4} className={classes.words}>
        <Link
          to="/app/admin/agents/$agentId/edit"
          params={{ agentId: id }}
          className={`${classes.name} stretched-link`}
        >
          <AgentName name={name} />
        </Link>
        {labels.length > 0 && <p className={text.small}>{labels.map((label) => label.name).join(' · ')}</p>}
      </Stack>
      <dl className={classes.facts}>
        <div>
          <dt>Plano</dt>
          <dd className={classes.plan} data-open={enableFreePlan || undefined}>
            <Lock size={16} stroke={1.9} aria-hidden />
            {enableFreePlan ? 'Gratuito' : 'Pago'}
          </dd>
        </div>
        <div>
          <dt>Msgs. 30 dias</dt>
          <dd>{number.format(usage.messages30d)}</dd>
        </div>
        <div>
          <dt>Aprovação</dt>
          <Approval {...usage.approval} />
        </div>
      </dl>
      <div className={classes.menu}>
        <ActionMenu label={`Opções de ${name}`} actions={actions} />
      </div>
    </div>
  )
}

const number = new Intl.NumberFormat('pt-BR')

const Face = ({ agent: { photoUrl, name } }: { agent: AdminAgentSummary }) => (
  <Portrait photoUrl={photoPath(photoUrl)} name={name} size={56} className={classes.face} isLazy />
)

/** The share of thumbs that point up, and of how many. */
function Approval({ up, down }: { up: number; down: number }) {
  const all = up + down
  if (all === 0) return <dd className={classes.none}>sem notas</dd>
  return (
    <dd className={classes.approval}>
      {formatPercent(up / all)}
      <span className={classes.of}>de {number.format(all)}</span>
    </dd>
  )
}

type DeletedProps = { agent: AdminAgentSummary; onRestore: () => Promise<void> }

/** An agent that is off the stage, and the way back. */
export function DeletedAgentRow({ agent, onRestore }: DeletedProps) {
  const [isWorking, setWorking] = useState(false)
  const handleRestore = async () => {
    setWorking(true)
    await onRestore()
    setWorking(false)
  }
  return (
    <li className={classes.deleted}>
      <Face agent={agent} />
      <Stack gap={4} className={classes.words}>
        <p className={classes.name}>
          <AgentName name={agent.name} />
        </p>
        {agent.deletedAt && <p className={text.small}>Excluído {formatRelative(agent.deletedAt)}</p>}
      </Stack>
      <Button
        variant="default"
        aria-label={`Trazer ${agent.name} de volta`}
        loading={isWorking}
        onClick={() => void handleRestore()}
      >
        Trazer de volta
      </Button>
    </li>
  )
}

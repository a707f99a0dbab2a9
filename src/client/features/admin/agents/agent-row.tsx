import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AgentName } from '#client/entities/agents/agent-name.tsx'
import { isOnSale, opensAgent } from '#client/entities/billing/admin-plan-agents.ts'
import { adminPlanList } from '#client/entities/billing/admin-plans.api.ts'
import { formatPercent, formatRelative } from '#client/lib/text/format.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminAgentSummary } from '#shared/contract/agents-admin.ts'
import { photoPath } from '#shared/upload-addresses.ts'
import classes from './agent-row.module.css'

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
  handle: ReactNode
  actions: () => (Action | 'gap')[]
}

export function AgentRow({ agent, handle, actions }: Props) {
  const { id, name, isDraft, labels, enableFreePlan, usage } = agent
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
        {isDraft && <p className={`${text.pill} ${classes.draft}`}>Rascunho</p>}
        {labels.length > 0 && <p className={text.small}>{labels.map((label) => label.name).join(' · ')}</p>}
      </Stack>
      <dl className={classes.facts}>
        <div>
          <dt>Plano</dt>
          <dd className={classes.plan} data-open={enableFreePlan || undefined}>
            <Lock size={16} stroke={1.9} aria-hidden />
            <Door agent={agent} />
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

/** The plans that open an agent, as far as there is room. */
function Door({ agent }: Pick<Props, 'agent'>) {
  const { data: plans } = useQuery(adminPlanList())
  if (agent.enableFreePlan) return 'Gratuito'
  const open = plans?.filter((plan) => isOnSale(plan) && opensAgent(plan, agent))
  if (open?.length === 0) return <strong className={classes.shut}>Nenhum</strong>
  if (agent.planIds === null || !open) return 'Pago'
  return open.length === 1 ? open[0]?.displayName : `${open.length} planos`
}

const number = new Intl.NumberFormat('pt-BR')

const Face = ({ agent: { photoUrl, name } }: { agent: AdminAgentSummary }) => (
  <Portrait photoUrl={photoPath(photoUrl)} name={name} size={56} className={classes.face} isLazy />
)

function Approval({ up, down }: { up: number; down: number }) {
  const all = up + down
  if (all === 0) return <dd className={classes.none}>sem notas</dd>
  return (
    <dd>
      {formatPercent(up / all)}
      <span className={classes.of}>de {number.format(all)}</span>
    </dd>
  )
}

type DeletedProps = { agent: AdminAgentSummary; onRestore: () => Promise<void> }

export function DeletedAgentRow({ agent, onRestore }: DeletedProps) {
  const restore = useMutation({ mutationFn: onRestore })
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
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >
        Trazer de volta
      </Button>
    </li>
  )
}

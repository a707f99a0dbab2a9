import { Spotlight, type SpotlightStore } from '@mantine/spotlight'
import { IconLock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './command-palette.module.css'
import { paletteAgentsQuery } from './palette.api.ts'
import { useActions } from './palette-actions.ts'
import { usePaletteChats } from './palette-chats.tsx'
import { Face, Row } from './palette-row.tsx'
import { useSelection } from './use-active-option.ts'

type Props = {
  store: SpotlightStore
  field: RefObject<HTMLInputElement | null>
  listId: string
  /** What the field says; empty for what is offered unasked. */
  typed: string
  /** What the server is asked for: the same, a moment later. */
  text: string
  agentId: string | undefined
  isAdmin: boolean
  onRun: (run: () => void) => void
  onShortcuts: () => void
  onSignOut: () => Promise<void>
}

/** What the palette's field finds: conversations, agents, actions. */
export function PaletteResults({ store, field, listId, typed, text, onRun, ...options }: Props) {
  const actions = useActions(typed, options)
  const agents = useQuery({ ...paletteAgentsQuery(text), placeholderData: keepPreviousData })
  const chats = usePaletteChats({ typed, text, onRun })
  // Enter takes what is on top: until the answer is there, only what fits the words already typed is offered.
  const isEarly = typed !== text || agents.isPlaceholderData
  const cast = (agents.data?.items ?? []).filter(({ name }) => !isEarly || hasWords(name, typed))
  const isEmpty = actions.length === 0 && cast.length === 0 && chats.rows.length === 0
  const isWaiting = typed !== text || agents.isFetching || chats.isFetching
  useSelection(store, listId, field)
  return (
    <Spotlight.ActionsList id={listId} role="listbox" aria-label="Resultados" className={classes.list ?? ''}>
      {chats.error && (
        <p role="alert" className={classes.problem}>
          A busca nas conversas falhou. {errorText(chats.error)}
        </p>
      )}
      {isEmpty && !chats.error && (
        <p role="status" className={classes.problem}>
          {isWaiting ? 'Procurando…' : `Nada encontrado para “${typed}”.`}
        </p>
      )}
      <Group label={typed ? 'Conversas' : 'Conversas recentes'}>{chats.rows}</Group>
      <Group label="Conversar com">
        {cast.map((agent) => (
          <AgentRow key={agent.id} agent={agent} onRun={onRun} />
        ))}
      </Group>
      <Group label="Ações">
        {actions.map(({ label, Icon, run }) => (
          <Row key={label} id={`action-${label}`} onClick={() => onRun(run)}>
            <span className={classes.icon}>
              <Icon size={20} stroke={1.75} aria-hidden />
            </span>
            <span className={classes.label}>{label}</span>
          </Row>
        ))}
      </Group>
    </Spotlight.ActionsList>
  )
}

function AgentRow({ agent, onRun }: { agent: Agent; onRun: Props['onRun'] }) {
  const navigate = useNavigate()
  const params = { agentId: agent.id }
  const run = () =>
    // A locked agent's own page says which plan opens it.
    void navigate(agent.locked ? { to: '/app/$agentId', params } : { to: '/app/$agentId/chat', params })
  return (
    <Row id={`agent-${agent.id}`} onClick={() => onRun(run)}>
      <Face agent={agent} />
      <span className={classes.label}>{agent.name}</span>
      {agent.locked && <IconLock size={18} aria-label="faz parte dos planos pagos" role="img" />}
    </Row>
  )
}

function Group({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox.
    <div role="group" aria-label={label} className={classes.group}>
      <p className={classes.heading} aria-hidden>
        {label}
      </p>
      {children}
    </div>
  )
}

import { Spotlight, type SpotlightStore, useSpotlight } from '@mantine/spotlight'
import { IconLock } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { request } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import textClasses from '#client/ui/text/text.module.css'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'
import classes from './command-palette.module.css'
import { useActions } from './palette-actions.ts'
import { usePaletteChats } from './palette-chats.tsx'
import { Face, PaletteRow } from './palette-row.tsx'

const AGENTS = 5

const agentsQuery = (q: string) =>
  queryOptions({
    queryKey: ['agents', 'palette', q],
    queryFn: ({ signal }) =>
      request<AgentsPage>('GET', '/agents', { query: { q: q || undefined, limit: AGENTS }, signal }),
  })

type Props = {
  store: SpotlightStore
  field: RefObject<HTMLInputElement | null>
  listId: string
  /** Text of the field; empty shows suggestions. */
  typed: string
  /** The same, debounced for the server. */
  text: string
  agentId: string | undefined
  isAdmin: boolean
  onRun: (run: () => void) => void
  onShortcuts: () => void
  onSignOut: () => Promise<void>
}

export function PaletteResults({ store, field, listId, typed, text, onRun, ...options }: Props) {
  const actions = useActions(typed, options)
  const agents = useQuery({ ...agentsQuery(text), placeholderData: keepPreviousData })
  const chats = usePaletteChats({ typed, text, onRun })
  // Enter runs the first row: until the server answers, only rows that match the typed words show.
  const isEarly = typed !== text || agents.isPlaceholderData
  const cast = (agents.data?.items ?? []).filter(({ name }) => !isEarly || hasWords(name, typed))
  const isEmpty = actions.length === 0 && cast.length === 0 && chats.rows.length === 0
  const isWaiting = typed !== text || agents.isFetching || chats.isFetching
  useSelection(store, listId, field)
  return (
    <Spotlight.ActionsList id={listId} role="listbox" aria-label="Resultados" className={classes.list ?? ''}>
      {chats.error && (
        <p role="alert" className={`${textClasses.hint} ${classes.problem}`}>
          A busca nas conversas falhou. {errorText(chats.error)}
        </p>
      )}
      {isEmpty && !chats.error && (
        <p role="status" className={`${textClasses.hint} ${classes.problem}`}>
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
          <PaletteRow key={label} id={`action-${label}`} onClick={() => onRun(run)}>
            <span className={classes.icon}>
              <Icon size={20} stroke={1.75} aria-hidden />
            </span>
            <span className={classes.label}>{label}</span>
          </PaletteRow>
        ))}
      </Group>
    </Spotlight.ActionsList>
  )
}

function AgentRow({ agent, onRun }: { agent: Agent; onRun: Props['onRun'] }) {
  const navigate = useNavigate()
  const params = { agentId: agent.id }
  const run = () =>
    // A locked agent's page names the plan that unlocks it.
    void navigate(agent.locked ? { to: '/app/$agentId', params } : { to: '/app/$agentId/chat', params })
  return (
    <PaletteRow id={`agent-${agent.id}`} onClick={() => onRun(run)}>
      <Face agent={agent} />
      <span className={classes.label}>{agent.name}</span>
      {agent.locked && <IconLock size={18} aria-label="faz parte dos planos pagos" role="img" />}
    </PaletteRow>
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

/** Marks the selected row for screen readers, which Spotlight does not, and selects the first row of new results. */
function useSelection(
  store: SpotlightStore,
  listId: string,
  field: RefObject<HTMLInputElement | null>,
): void {
  // Renders at each selection, so that the effect runs.
  useSpotlight(store)
  const shown = useRef('')
  useEffect(() => {
    const rows = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])]
    const ids = rows.map((row) => row.id).join(' ')
    const before = rows.findIndex((row) => row.hasAttribute('data-selected'))
    const chosen = before < 0 || shown.current !== ids ? Math.min(0, rows.length - 1) : before
    shown.current = ids
    if (chosen !== before) rows[before]?.removeAttribute('data-selected')
    rows[chosen]?.setAttribute('data-selected', 'true')
    if (chosen >= 0 && store.getState().selected !== chosen) {
      store.updateState((state) => ({ ...state, selected: chosen }))
    }
    for (const [index, row] of rows.entries()) row.setAttribute('aria-selected', String(index === chosen))
    const id = rows[chosen]?.id
    if (id) field.current?.setAttribute('aria-activedescendant', id)
    else field.current?.removeAttribute('aria-activedescendant')
  })
}

import { Spotlight, type SpotlightStore, useSpotlight } from '@mantine/spotlight'
import { IconLock, IconSettings } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { findPlaces } from '#client/entities/search/settings-places.ts'
import { request } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import textClasses from '#client/ui/text/text.module.css'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'
import { doorText } from '#shared/plans-phrase.ts'
import classes from './command-palette.module.css'
import { useActions } from './palette-actions.ts'
import { usePaletteFound } from './palette-found.tsx'
import { Face, PaletteRow } from './palette-row.tsx'

const AGENTS = 5
const PLACES = 4

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
  const navigate = useNavigate()
  const found = usePaletteFound({ typed, text, onRun })
  const places = findPlaces(typed).slice(0, PLACES)
  // Enter runs the first row: until the server answers, only rows that match the typed words show.
  const isEarly = typed !== text || agents.isPlaceholderData
  const cast = (agents.data?.items ?? []).filter(({ name }) => !isEarly || hasWords(name, typed))
  const isEmpty = !found.isAny && [actions, places, cast].every((rows) => rows.length === 0)
  const isWaiting = typed !== text || agents.isFetching || found.isFetching
  useSelection(store, listId, field)
  return (
    <Spotlight.ActionsList id={listId} role="listbox" aria-label="Resultados" className={classes.list ?? ''}>
      {found.error && (
        <p role="alert" className={`${textClasses.hint} ${classes.problem}`}>
          A busca falhou. {errorText(found.error)}
        </p>
      )}
      {isEmpty && !found.error && (
        <p role="status" className={`${textClasses.hint} ${classes.problem}`}>
          {isWaiting ? 'Procurando…' : `Nada encontrado para “${typed}”.`}
        </p>
      )}
      <Group label={typed ? 'Conversas' : 'Conversas recentes'}>{found.chats}</Group>
      <Group label="Conversar com">
        {cast.map((agent) => (
          <AgentRow key={agent.id} agent={agent} onRun={onRun} />
        ))}
      </Group>
      {found.things.map(({ label, rows }) => (
        <Group key={label} label={label}>
          {rows}
        </Group>
      ))}
      <Group label="Ajustes">
        {places.map(({ label, link }) => (
          <PaletteRow key={label} id={`place-${label}`} onClick={() => onRun(() => void navigate(link))}>
            <span className={classes.icon}>
              <IconSettings size={20} stroke={1.75} aria-hidden />
            </span>
            <span className={classes.label}>{label}</span>
          </PaletteRow>
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
      {agent.locked && <IconLock size={18} aria-label={doorText(agent.plans)} role="img" />}
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
    announce(listId, field.current)
  })
  // Spotlight's arrow keys change the attribute, and render nothing.
  useEffect(() => {
    const list = document.getElementById(listId)
    if (!list) return
    const observer = new MutationObserver(() => announce(listId, field.current))
    observer.observe(list, { subtree: true, attributeFilter: ['data-selected'] })
    return () => observer.disconnect()
  }, [listId, field])
}

/** Tells screen readers which row is selected. */
function announce(listId: string, field: HTMLInputElement | null): void {
  let selectedId = ''
  for (const row of document.getElementById(listId)?.querySelectorAll('[data-action]') ?? []) {
    const isSelected = row.hasAttribute('data-selected')
    row.setAttribute('aria-selected', String(isSelected))
    if (isSelected) selectedId = row.id
  }
  if (selectedId) field?.setAttribute('aria-activedescendant', selectedId)
  else field?.removeAttribute('aria-activedescendant')
}

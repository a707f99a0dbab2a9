import { useId, useState } from 'react'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './agent-picker.module.css'

type Props = {
  agents: readonly Agent[]
  chosen: readonly string[]
  onChange: (ids: string[]) => void
  error: unknown
}

/** So many are seen at a glance; more can be looked for. */
const GLANCE = 8
const FACE_PX = 44

/** Agents to be ticked, all in sight. */
export function AgentPicker({ agents, chosen, onChange, error }: Props) {
  const id = useId()
  const [q, setQ] = useState('')
  const found = agents.filter(({ name, description }) => hasWords(`${name} ${description}`, q))
  const count = agents.filter((agent) => chosen.includes(agent.id)).length
  const handleToggle = (agentId: string) =>
    onChange(chosen.includes(agentId) ? chosen.filter((it) => it !== agentId) : [...chosen, agentId])
  if (agents.length === 0) return <p className={classes.none}>O elenco ainda não tem nenhum agente.</p>
  return (
    <Stack as="fieldset" gap={12} className={classes.root} aria-describedby={error ? id : undefined}>
      <legend className="visually-hidden">Agentes com esta etiqueta</legend>
      {agents.length > GLANCE && (
        <SearchField label="Buscar agentes" placeholder="Buscar agentes" text={q} onText={setQ} />
      )}
      <p role="status" className={classes.count}>
        {countText(count)}
      </p>
      <div className={classes.list}>
        {found.map((agent) => (
          <Row as="label" gap={12} wrap={false} key={agent.id} className={classes.option}>
            <input
              type="checkbox"
              checked={chosen.includes(agent.id)}
              onChange={() => handleToggle(agent.id)}
              data-path={agent === found[0] ? 'agentIds' : undefined}
            />
            <Portrait photoUrl={agent.photoUrl} name={agent.name} size={FACE_PX} isLazy />
            <span className={classes.words}>
              <span className={classes.name}>{agent.name}</span>
              <span className={classes.description}>{agent.description}</span>
            </span>
          </Row>
        ))}
      </div>
      {found.length === 0 && <p className={classes.none}>Nenhum agente com “{q}”.</p>}
      {typeof error === 'string' && (
        <p id={id} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </Stack>
  )
}

function countText(count: number): string {
  if (count === 0) return 'Nenhum agente escolhido'
  return count === 1 ? '1 agente escolhido' : `${count} agentes escolhidos`
}

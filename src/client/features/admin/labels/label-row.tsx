import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import rows from '#client/ui/sortable/sortable-row.module.css'
import text from '#client/ui/text/text.module.css'
import type { AdminLabel } from '#shared/contract/labels.ts'
import { LabelMenu } from './label-menu.tsx'
import classes from './labels.module.css'

type Props = {
  label: AdminLabel
  /** All labels, for whoever takes this one away. */
  others: readonly AdminLabel[]
  handle: ReactNode
}

/** One label of the list, with the faces of its agents. */
export function LabelRow({ label, others, handle }: Props) {
  const { id, name, description, agents } = label
  return (
    <div className={`${rows.row} ${classes.row}`}>
      <div className={rows.handle}>{handle}</div>
      <Link
        to="/app/admin/labels/$labelId/edit"
        params={{ labelId: id }}
        className={`${rows.link} ${classes.link}`}
      >
        <span className={classes.name}>{name}</span>
        {description && <span className={text.hint}>{description}</span>}
      </Link>
      <Faces agents={agents} />
      <LabelMenu label={label} others={others} />
    </div>
  )
}

const SHOWN = 4
const FACE_PX = 36

function Faces({ agents }: Pick<AdminLabel, 'agents'>) {
  if (agents.length === 0) return <p className={classes.nobody}>Nenhum agente</p>
  const rest = agents.length - SHOWN
  return (
    <div className={classes.faces} title={agents.map(({ name }) => name).join(', ')}>
      {agents.slice(0, SHOWN).map(({ id, name, photoUrl }) => (
        <Portrait key={id} photoUrl={photoUrl} name={name} size={FACE_PX} className={classes.face} isLazy />
      ))}
      {rest > 0 && (
        <span className={classes.more} aria-hidden>
          +{rest}
        </span>
      )}
      <span className="visually-hidden">{agents.length === 1 ? '1 agente' : `${agents.length} agentes`}</span>
    </div>
  )
}

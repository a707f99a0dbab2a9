import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Row } from '#client/ui/layout/stack.tsx'
import classes from './agent-toolbar.module.css'

/** Above an agent's form: the way back to all of them, and what else can be done with this one. */
export function AgentToolbar({ children }: { children?: ReactNode }) {
  return (
    <Row wrap={false} className={classes.bar}>
      <Link to="/app/admin/agents" activeOptions={{ exact: true }} className={classes.back}>
        <IconArrowLeft size={20} aria-hidden />
        Agentes
      </Link>
      {children}
    </Row>
  )
}

import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import classes from './start-composer.module.css'

type Props = { agent: { name: string; photoUrl?: string | null } | undefined }

/** Face and first name of who answers. */
export function AgentChip({ agent }: Props) {
  if (!agent) return <span className={classes.nobody}>Quem responde?</span>
  return (
    <>
      <Portrait photoUrl={agent.photoUrl ?? null} name={agent.name} size={28} className={classes.face} />
      <span className={classes.name}>{shortNameOf(agent.name)}</span>
    </>
  )
}

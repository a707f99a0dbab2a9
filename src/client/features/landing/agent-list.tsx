import { OPEN_PLACES } from '#shared/landing.ts'
import classes from './agent-list.module.css'
import parts from './shared.module.css'

/** The server inserts the agents of the installation. */
export function AgentList() {
  return (
    <section id="elenco" className={`${parts.wrap} ${parts.act}`} aria-labelledby="elenco-titulo">
      <h2 id="elenco-titulo" className={parts.heading}>
        O elenco, por ordem de entrada.
      </h2>
      <p className={parts.lead}>
        Cada agente tem um ofício e um jeito de trabalhar. Chame um por vez, ou passe a conversa de um para o
        outro.
      </p>
      <div className={classes.agents}>{OPEN_PLACES.agents}</div>
    </section>
  )
}

import type { CastMember } from '#shared/landing.ts'
import classes from './agent-list.module.css'
import parts from './shared.module.css'

export function AgentList({ cast }: { cast: readonly CastMember[] }) {
  return (
    <section id="elenco" className={`${parts.wrap} ${parts.act}`} aria-labelledby="elenco-titulo">
      <h2 id="elenco-titulo" className={parts.heading}>
        O elenco, por ordem de entrada.
      </h2>
      <p className={parts.lead}>
        Cada agente tem um ofício e um jeito de trabalhar. Chame um por vez, ou passe a conversa de um para o
        outro.
      </p>
      <ul className={`${parts.columns} ${classes.cast}`}>
        {cast.map(({ name, role, description, photoUrl, isFree }) => (
          <li key={photoUrl} className={classes.member}>
            <img src={photoUrl} alt="" width={400} height={400} loading="lazy" />
            <div className={classes.words}>
              <h3 className={classes.line}>
                <span className={classes.name}>{name}</span>
                <span className={classes.leader} aria-hidden />
                <span className={classes.role}>{role}</span>
              </h3>
              <p>{description}</p>
              <p className={classes.door}>
                {isFree ? 'Em todos os planos' : 'Nos planos com o elenco completo'}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

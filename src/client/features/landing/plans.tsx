import { OPEN_PLACES } from '#shared/landing.ts'
import classes from './plans.module.css'
import parts from './shared.module.css'

/** The server inserts the plans of the installation. */
export function Plans() {
  return (
    <section id="planos" className={classes.band} aria-labelledby="planos-titulo">
      <div className={parts.wrap}>
        <h2 id="planos-titulo" className={parts.heading}>
          Planos, do ensaio à temporada.
        </h2>
        <p className={parts.lead}>
          Toda conta começa de graça. Se o elenco virar parte da sua rotina, você troca de plano no seu
          perfil, e volta quando quiser.
        </p>
        <div className={classes.plans}>{OPEN_PLACES.plans}</div>
      </div>
    </section>
  )
}

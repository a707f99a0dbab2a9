import { type CastMember, OPEN_PLACES } from '#shared/landing.ts'
import classes from './footer.module.css'
import parts from './shared.module.css'

/** The last call, and the small print. */
export function Closing({ cast }: { cast: readonly CastMember[] }) {
  return (
    <footer className={classes.closing}>
      <div className={`${parts.wrap} ${classes.call}`}>
        <p className={classes.title}>O palco é seu.</p>
        <p className={classes.lead}>
          Em dois minutos você conta o que vende e faz o primeiro pedido. O elenco já está de pé.
        </p>
        <p data-for="visitor">
          <a className={parts.button} href="/sign-up">
            Começar de graça
          </a>
        </p>
        <p data-for="member">
          <a className={parts.button} href="/app">
            Voltar ao elenco
          </a>
        </p>
        <ul className={`${parts.cast} ${classes.cast}`} aria-hidden>
          {cast.map(({ photoUrl }) => (
            <li key={photoUrl}>
              <img src={photoUrl} alt="" width={400} height={400} loading="lazy" />
            </li>
          ))}
        </ul>
      </div>
      <div className={`${parts.small} ${classes.small}`}>
        <div className={`${parts.wrap} ${classes.row}`}>
          <p>Elenco: agentes de IA para quem cria e vende infoprodutos.</p>
          <nav aria-label="Rodapé">
            <a href="#como-funciona">Como funciona</a>
            <a href="#planos">Planos</a>
            <a href="/terms">Termos de uso</a>
            <a href="/privacy">Política de privacidade</a>
            {OPEN_PLACES.contact}
          </nav>
        </div>
      </div>
    </footer>
  )
}

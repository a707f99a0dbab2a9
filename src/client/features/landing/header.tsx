import classes from './hero.module.css'
import parts from './shared.module.css'

const SECTIONS = [
  ['#como-funciona', 'Como funciona'],
  ['#elenco', 'O elenco'],
  ['#planos', 'Planos'],
  ['#perguntas', 'Perguntas'],
] as const

export function Header() {
  return (
    <header className={`${parts.wrap} ${classes.header}`}>
      <a className={classes.home} href="/" aria-label="Elenco, página inicial">
        <img src="/favicon.svg" alt="" width={32} height={32} />
        Elenco
      </a>
      <nav className={classes.sections} aria-label="Nesta página">
        {SECTIONS.map(([href, label]) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
      <div data-for="visitor">
        <a className={classes.door} href="/sign-in">
          Entrar
        </a>{' '}
        <a className={parts.button} data-small="" href="/sign-up">
          Criar conta
        </a>
      </div>
      <div data-for="member">
        <a className={parts.button} data-small="" data-quiet="" href="/app">
          Abrir o app
        </a>
      </div>
    </header>
  )
}

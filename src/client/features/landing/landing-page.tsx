import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { LinkButton } from '#client/components/link-button.tsx'
import { Wordmark } from '#client/components/wordmark.tsx'
import classes from './landing.module.css'

const CAST = ['paid-traffic', 'customer-research', 'sales-pages', 'launches', 'vsl-scripts']

export function LandingPage({ isSignedIn }: { isSignedIn: boolean }) {
  useDocumentTitle('Elenco: agentes de IA para quem vende infoprodutos')
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Wordmark />
        <nav aria-label="Textos legais" className={classes.legal}>
          <Link to="/terms">Termos</Link>
          <Link to="/privacy">Privacidade</Link>
        </nav>
      </header>
      <main className={classes.main}>
        <h1 className={classes.title}>Seu próximo lançamento não precisa ser um monólogo.</h1>
        <p className={classes.lead}>
          Elenco é uma equipe de agentes de IA para quem cria e vende infoprodutos: copy, lançamento, VSL,
          tráfego, e-mail, conteúdo. Escolha quem entra em cena e converse.
        </p>
        <div className={classes.actions}>
          {isSignedIn ? (
            <LinkButton to="/app" size="xl">
              Ir para o app
            </LinkButton>
          ) : (
            <>
              <LinkButton to="/sign-up" size="xl">
                Criar conta grátis
              </LinkButton>
              <LinkButton to="/sign-in" size="xl" variant="default">
                Entrar
              </LinkButton>
            </>
          )}
        </div>
      </main>
      <div className={classes.stage} aria-hidden>
        {CAST.map((name) => (
          <img key={name} src={`/agents/${name}.svg`} alt="" width={400} height={400} />
        ))}
      </div>
    </div>
  )
}

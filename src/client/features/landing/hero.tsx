import type { LandingFacts } from '#shared/landing.ts'
import classes from './hero.module.css'
import { CapturePicture } from './screenshot.tsx'
import parts from './shared.module.css'

export function Opening({ cast, captures }: LandingFacts) {
  const wide = captures.chat
  const phone = captures['chat-phone']
  return (
    <section className={classes.opening}>
      <div className={parts.wrap}>
        <h1 className={classes.title}>A equipe de IA que já conhece o seu infoproduto.</h1>
        <p className={classes.lead}>
          O Elenco é para quem cria e vende cursos, mentorias e eventos no Brasil. Você conta uma vez o que
          vende, para quem e por quanto; páginas, roteiros, anúncios e mensagens já saem com o seu preço, o
          seu público e o seu jeito de falar.
        </p>
        <div className={classes.actions} data-for="visitor">
          <a className={parts.button} href="/sign-up">
            Criar conta grátis
          </a>
          <a className={parts.button} data-quiet href="#exemplo">
            Ver um exemplo
          </a>
        </div>
        <div className={classes.actions} data-for="member">
          <a className={parts.button} href="/app">
            Ir para o app
          </a>
        </div>
        <p className={`${parts.small} ${classes.small}`}>
          <span data-for="visitor">Sem cartão de crédito. </span>
          <a href="/terms">Termos</a> e <a href="/privacy">Privacidade</a> em português claro.
        </p>
      </div>
      <div className={classes.stage} data-bare={wide ? undefined : ''}>
        <ul className={`${parts.cast} ${classes.cast}`} aria-hidden>
          {cast.map(({ photoUrl }) => (
            <li key={photoUrl}>
              <img src={photoUrl} alt="" width={400} height={400} />
            </li>
          ))}
        </ul>
        {wide && (
          <div className={classes.set} data-phone={phone && ''}>
            <CapturePicture capture={wide} phone={phone} alt={CHAT_ALT} isFirst />
          </div>
        )}
        <div className={classes.foot} />
      </div>
    </section>
  )
}

const CHAT_ALT =
  'Uma conversa no Elenco: a criadora pede um texto, e a resposta usa a oferta que está marcada acima do campo de mensagem.'

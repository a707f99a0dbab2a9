import type { LandingFacts } from '#shared/landing.ts'
import { AgentList } from './agent-list.tsx'
import { Demo } from './demo.tsx'
import { Questions } from './faq.tsx'
import { Closing } from './footer.tsx'
import { Header } from './header.tsx'
import opening from './hero.module.css'
import { Opening } from './hero.tsx'
import { FinishedTextSection, TellOnceSection } from './how-it-works.tsx'
import { Plans } from './plans.tsx'
import parts from './shared.module.css'

export function LandingPage({ cast, captures }: LandingFacts) {
  return (
    <div className={opening.page}>
      <a className={parts.skip} href="#conteudo">
        Pular para o conteúdo
      </a>
      <Header />
      <main id="conteudo" tabIndex={-1}>
        <Opening cast={cast} captures={captures} />
        <div id="como-funciona" className={parts.wrap}>
          <TellOnceSection capture={captures.memory} />
          <section className={parts.act} aria-labelledby="ato-2">
            <p className={parts.ordinal}>Ato II</p>
            <h2 id="ato-2" className={parts.heading}>
              O agente responde sabendo.
            </h2>
            <p className={parts.lead}>
              Marque o produto, a marca ou a oferta, e a resposta parte deles. Veja o mesmo pedido com e sem o
              que foi contado; toque numa palavra marcada para ver de onde ela veio.
            </p>
            <Demo cast={cast} />
          </section>
          <FinishedTextSection capture={captures.document} />
        </div>
        <AgentList />
        <Plans />
        <Questions />
      </main>
      <Closing cast={cast} />
    </div>
  )
}

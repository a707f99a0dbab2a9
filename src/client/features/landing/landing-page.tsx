import type { LandingFacts } from '#shared/landing.ts'
import { MemoryAct, TakeAwayAct } from './acts.tsx'
import { Closing } from './closing.tsx'
import { Demo } from './demo.tsx'
import { Header } from './header.tsx'
import opening from './opening.module.css'
import { Opening } from './opening.tsx'
import parts from './parts.module.css'
import { Plans } from './plans.tsx'
import { Programme } from './programme.tsx'
import { Questions } from './questions.tsx'

/** The front page as a programme: the sign outside, three acts, the cast, the tickets, what people ask, the way in. */
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
          <MemoryAct capture={captures.memory} />
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
          <TakeAwayAct capture={captures.document} />
        </div>
        <Programme cast={cast} />
        <Plans />
        <Questions />
      </main>
      <Closing cast={cast} />
    </div>
  )
}

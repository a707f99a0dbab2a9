import classes from './faq.module.css'
import { QUESTIONS } from './faq-texts.ts'
import parts from './shared.module.css'

export function Questions() {
  return (
    <section
      id="perguntas"
      className={`${parts.wrap} ${parts.act} ${parts.columns} ${classes.section}`}
      aria-labelledby="perguntas-titulo"
    >
      <h2 id="perguntas-titulo" className={parts.heading}>
        Antes de a cortina abrir.
      </h2>
      <div>
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} className={classes.question}>
            <summary>{question}</summary>
            {answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </details>
        ))}
      </div>
    </section>
  )
}

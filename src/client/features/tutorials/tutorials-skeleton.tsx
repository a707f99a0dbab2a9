import cards from './tutorial-list.module.css'
import stage from './tutorial-player.module.css'
import classes from './tutorials.module.css'

const CARDS = ['a', 'b', 'c'] as const

/** The page's own layout, while its tutorials are on the way. */
export function TutorialsSkeleton() {
  return (
    <div role="status" aria-label="Carregando os tutoriais" className={classes.waiting}>
      <div className={stage.stage} aria-hidden>
        <div className={`${stage.gap} skeleton`} />
      </div>
      <div className={cards.cards} aria-hidden>
        {CARDS.map((card) => (
          <div key={card} className={`${cards.gap} skeleton`} />
        ))}
      </div>
    </div>
  )
}

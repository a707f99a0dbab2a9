import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './checklist.module.css'
import { STEP_NAMES } from './steps.ts'

/** All four are done: said once, calmly; gone with the next visit. */
export function Celebration({ onClose }: { onClose: () => void }) {
  return (
    <section aria-labelledby="first-steps" className={classes.card} data-lit>
      <ol className={classes.lamps} aria-hidden>
        {STEP_NAMES.map((name) => (
          <li key={name} className={classes.lamp}>
            <IconCheck size={20} stroke={2.5} />
          </li>
        ))}
      </ol>
      <div role="status" className={`${classes.words} ${classes.ending}`}>
        <h2 id="first-steps">O palco é seu</h2>
        <p>
          O elenco conhece o seu negócio, tem um produto em mãos e o que você guardou. Daqui em diante, é só
          pedir: cada resposta já sai com a sua cara.
        </p>
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </section>
  )
}

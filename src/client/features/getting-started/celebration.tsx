import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import classes from './checklist.module.css'
import { STEP_NAMES } from './steps.ts'

/** Shown once, when all four steps are done. */
export function Celebration({ onClose }: { onClose: () => void }) {
  return (
    <Stack as="section" gap={16} aria-labelledby="first-steps" className={classes.card} data-lit>
      <Row as="ol" gap={12} aria-hidden>
        {STEP_NAMES.map((name) => (
          <li key={name} className={classes.lamp}>
            <IconCheck size={20} stroke={2.5} />
          </li>
        ))}
      </Row>
      <Stack role="status" className={`${classes.words} ${classes.ending}`}>
        <h2 id="first-steps">O palco é seu</h2>
        <p>
          O elenco conhece o seu negócio, tem um produto em mãos e o que você guardou. Daqui em diante, é só
          pedir: cada resposta já sai com a sua cara.
        </p>
      </Stack>
      <Button variant="default" onClick={onClose}>
        Fechar
      </Button>
    </Stack>
  )
}

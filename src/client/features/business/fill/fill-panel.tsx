import { Button } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { Callout } from '#client/ui/feedback/callout.tsx'
import classes from './fill.module.css'
import { type Filled, filledText } from './filled.ts'

type Props = { filled: Filled | undefined; onOpen: () => void; onUndo: () => void }

/** Opens the sheet that fills in a form, and says what it filled. */
export function FillPanel({ filled, onOpen, onUndo }: Props) {
  return (
    <div className={classes.panel}>
      <div className={classes.offer}>
        <Button
          variant="default"
          leftSection={<IconWand size={20} stroke={1.75} aria-hidden />}
          onClick={onOpen}
        >
          Preencher por mim
        </Button>
        <p>De uma página de vendas, um PDF ou um texto seu.</p>
      </div>
      {filled && (
        <Callout
          actions={
            <Button size="sm" variant="default" onClick={onUndo}>
              Desfazer
            </Button>
          }
        >
          <p>
            <strong>Confira antes de salvar.</strong> {filledText(filled)}
          </p>
        </Callout>
      )}
    </div>
  )
}

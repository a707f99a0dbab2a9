import { Fragment } from 'react'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { keyName, LOCAL_SHORTCUTS, SHORTCUTS } from './shortcuts.ts'
import classes from './shortcuts-sheet.module.css'

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Atalhos do teclado" onDismiss={onClose}>
      <h3 className={classes.heading}>Em qualquer lugar</h3>
      <Keys shortcuts={Object.values(SHORTCUTS)} />
      <h3 className={classes.heading}>Na conversa</h3>
      <Keys shortcuts={LOCAL_SHORTCUTS} />
    </Sheet>
  )
}

function Keys({ shortcuts }: { shortcuts: readonly { keys: readonly string[]; text: string }[] }) {
  return (
    <dl className={classes.list}>
      {shortcuts.map(({ keys, text }) => (
        <Row key={text} gap={16} justify="between" wrap={false} className={classes.row}>
          <dt>{text}</dt>
          <Row as="dd" gap={4} wrap={false} className={classes.keys}>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && <span className="visually-hidden"> + </span>}
                <kbd className={classes.key}>{keyName(key)}</kbd>
              </Fragment>
            ))}
          </Row>
        </Row>
      ))}
    </dl>
  )
}

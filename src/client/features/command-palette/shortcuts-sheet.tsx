import { Fragment } from 'react'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { keyName, LOCAL_SHORTCUTS, SHORTCUTS } from './shortcuts.ts'
import classes from './shortcuts-sheet.module.css'

/** Everything that the keyboard can do. */
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
        <div key={text} className={classes.row}>
          <dt>{text}</dt>
          <dd className={classes.keys}>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && <span className="visually-hidden"> + </span>}
                <kbd className={classes.key}>{keyName(key)}</kbd>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

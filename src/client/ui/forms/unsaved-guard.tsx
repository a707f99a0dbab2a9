import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import classes from '#client/ui/overlays/sheet-actions.module.css'

type Props = {
  isDirty: boolean
  /** A sentence that names the changes at risk. */
  children: string
  onDiscard?: () => void
  /** A draft is stored: closing or reloading the page needs no warning. */
  survivesReload?: boolean
}

/** Asks before navigation discards unsaved changes. */
export function UnsavedGuard({ isDirty, children, onDiscard, survivesReload = false }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty && !survivesReload,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const handleDiscard = () => {
    onDiscard?.()
    proceed()
  }
  return (
    <Sheet title="Sair sem salvar?" onDismiss={reset}>
      <p>{children}</p>
      <div className={classes.actions}>
        <Button onClick={reset}>Continuar editando</Button>
        <Button variant="default" onClick={handleDiscard}>
          Descartar mudanças
        </Button>
      </div>
    </Sheet>
  )
}

import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import classes from '#client/ui/overlays/sheet-actions.module.css'

type Props = {
  isDirty: boolean
  /** What would be lost, as one sentence. */
  children: string
  /** Called before the page is left with what was changed. */
  onDiscard?: () => void
  /** What was typed is kept in this browser: closing or reloading the page loses none of it. */
  survivesReload?: boolean
}

/** Holds whoever leaves with something unsaved, and asks once. */
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

import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'

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
      <Row gap={12}>
        <Button onClick={reset}>Continuar editando</Button>
        <Button variant="default" onClick={handleDiscard}>
          Descartar mudanças
        </Button>
      </Row>
    </Sheet>
  )
}

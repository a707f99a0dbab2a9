import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from './sheet.tsx'

type Props = {
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  isDisabled?: boolean
  /** A rejection is shown, and the sheet stays open. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation, and closes when `onConfirm` resolves. */
export function ConfirmSheet(props: Props) {
  const { title, children, confirmLabel, cancelLabel = 'Cancelar', isDisabled, onConfirm, onClose } = props
  const confirm = useMutation({ mutationFn: () => onConfirm(), onSuccess: onClose })
  const button = useRef<HTMLButtonElement>(null)
  // A loading button loses the focus.
  useEffect(() => {
    if (confirm.error) button.current?.focus()
  }, [confirm.error])
  return (
    <Sheet title={title} onDismiss={() => confirm.isPending || onClose()}>
      {children}
      <FormAlert>{confirm.error ? errorText(confirm.error) : undefined}</FormAlert>
      <Row gap={12}>
        <Button
          ref={button}
          loading={confirm.isPending}
          disabled={isDisabled === true}
          onClick={() => confirm.mutate()}
        >
          {confirmLabel}
        </Button>
        <Button variant="default" disabled={confirm.isPending} onClick={onClose}>
          {cancelLabel}
        </Button>
      </Row>
    </Sheet>
  )
}

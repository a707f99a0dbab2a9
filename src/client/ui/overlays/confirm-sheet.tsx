import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Sheet } from './sheet.tsx'
import classes from './sheet-actions.module.css'

type Props = {
  title: string
  /** What is about to happen, or what has to be chosen first. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Nothing has been chosen yet that could be done. */
  isDisabled?: boolean
  /** A rejection is said here, and the sheet stays. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something that concerns other people, and waits until it is done. */
export function ConfirmSheet(props: Props) {
  const { title, children, confirmLabel, cancelLabel = 'Cancelar', isDisabled, onConfirm, onClose } = props
  const [isWorking, setWorking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  // It could not hold the focus while it waited.
  useEffect(() => {
    if (failure) button.current?.focus()
  }, [failure])
  const handleConfirm = async () => {
    setWorking(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setWorking(false)
    }
  }
  return (
    <Sheet title={title} onDismiss={() => isWorking || onClose()}>
      {children}
      <FormAlert>{failure}</FormAlert>
      <div className={classes.actions}>
        <Button
          ref={button}
          loading={isWorking}
          disabled={isDisabled === true}
          onClick={() => void handleConfirm()}
        >
          {confirmLabel}
        </Button>
        <Button variant="default" disabled={isWorking} onClick={onClose}>
          {cancelLabel}
        </Button>
      </div>
    </Sheet>
  )
}

import type { IconCopy } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import classes from './message-actions.module.css'

type Props = {
  label: string
  Icon: typeof IconCopy
  onPress: (event: MouseEvent<HTMLButtonElement>) => void
  isDisabled?: boolean
  isPressed?: boolean
  /** Takes the focus when the editor closes. */
  isEdit?: boolean
}

/** A small icon button under a message. It keeps the focus while it is disabled. */
export function MessageButton({ label, Icon, onPress, isDisabled = false, isPressed, isEdit }: Props) {
  return (
    <button
      type="button"
      className={`${iconButton.root} ${classes.button}`}
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      aria-pressed={isPressed}
      data-edit={isEdit || undefined}
      onClick={(event) => !isDisabled && onPress(event)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </button>
  )
}

import { IconAlertCircle } from '@tabler/icons-react'
import classes from './form-alert.module.css'

/** The error of a form as a whole; always mounted, so that screen readers announce it. */
export function FormAlert({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className={classes.root} hidden={!children}>
      <IconAlertCircle size={20} aria-hidden />
      <span>{children}</span>
    </div>
  )
}

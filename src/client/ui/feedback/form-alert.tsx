import { IconAlertCircle } from '@tabler/icons-react'
import classes from './form-alert.module.css'

/** What the server said about a form as a whole; always there, so that readers announce what enters it. */
export function FormAlert({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className={classes.root} hidden={!children}>
      <IconAlertCircle size={20} aria-hidden />
      <span>{children}</span>
    </div>
  )
}

import type { NoticeState } from '#shared/contract/notices.ts'
import classes from './notice-state.module.css'
import { STATE_LABELS } from './notice-texts.ts'

/** Whether people see a notice, in words and by a lamp that is lit, waits, or is out. */
export function NoticeStateSign({ state }: { state: NoticeState }) {
  return (
    <span className={classes.sign} data-state={state}>
      {STATE_LABELS[state]}
    </span>
  )
}

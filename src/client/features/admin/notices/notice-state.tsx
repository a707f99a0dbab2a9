import type { NoticeState } from '#shared/contract/notices.ts'
import classes from './notice-state.module.css'
import { STATE_LABELS } from './notice-texts.ts'

export function NoticeStateSign({ state }: { state: NoticeState }) {
  return (
    <span className={classes.sign} data-state={state}>
      {STATE_LABELS[state]}
    </span>
  )
}

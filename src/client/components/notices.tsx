import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { currentNotices, dismissNotice, subscribeNotices } from '#client/lib/notify.ts'
import classes from './notices.module.css'

/** Short messages at the edge of the screen; the region is always there, so that readers announce what enters it. */
export function Notices() {
  const notices = useSyncExternalStore(subscribeNotices, currentNotices)
  return (
    <div className={classes.region} role="status" aria-live="polite">
      {notices.map(({ id, tone, text }) => (
        <div key={id} className={classes.notice} data-tone={tone}>
          <span className={classes.text}>{text}</span>
          <UnstyledButton
            className={classes.close}
            aria-label="Fechar aviso"
            onClick={() => dismissNotice(id)}
          >
            <IconX size={18} aria-hidden />
          </UnstyledButton>
        </div>
      ))}
    </div>
  )
}

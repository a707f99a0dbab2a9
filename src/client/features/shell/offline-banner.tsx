import { IconCloudOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { isConnectionLost, subscribeConnection } from '#client/lib/http/connection.ts'
import { probeServer } from '#client/lib/http/watch-connection.ts'
import classes from './offline-banner.module.css'

/** Whether the server is out of reach. */
export const useConnectionLost = (): boolean => useSyncExternalStore(subscribeConnection, isConnectionLost)

/** Always in sight while the server is out of reach. The region is always there, so that readers announce what enters it. */
export function OfflineBanner({ isShown }: { isShown: boolean }) {
  return (
    <div role="status" className={classes.region}>
      {isShown && (
        <div className={classes.banner}>
          <IconCloudOff size={20} stroke={1.75} aria-hidden />
          <p className={classes.text}>
            <strong>Sem conexão</strong> <span>Pode haver algo mais novo.</span>
          </p>
          <button type="button" className={classes.button} onClick={() => void probeServer()}>
            Tentar de novo
          </button>
        </div>
      )}
    </div>
  )
}

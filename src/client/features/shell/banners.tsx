import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useConnection } from '#client/lib/http/connection.ts'
import { probeServer } from '#client/lib/http/watch-connection.ts'
import text from '#client/ui/text/text.module.css'
import classes from './banner.module.css'

type Props = { name: string; onReturn: () => Promise<void> }

/** Shown while an administrator impersonates a user; has a button to return. */
export function ImpersonationBanner({ name, onReturn }: Props) {
  const back = useMutation({ mutationFn: () => onReturn() })
  return (
    <section aria-label="Acesso de administração" className={`${classes.bar} ${classes.impersonation}`}>
      <p className={classes.text}>
        <span className={text.oneLine}>Você está na conta de</span>{' '}
        <strong className={text.oneLine}>{name}</strong>
      </p>
      <Button
        variant="default"
        size="sm"
        className={classes.return}
        loading={back.isPending}
        onClick={() => back.mutate()}
      >
        Voltar para a minha conta
      </Button>
    </section>
  )
}

/** Whether the server is unreachable. */
export const useConnectionLost = (): boolean => useConnection(({ isLost }) => isLost)

type OfflineProps = {
  isShown: boolean
  /** Messages that wait for the connection. */
  queued: number
}

/** Shown while the server is unreachable. The live region stays mounted, so that screen readers announce the text. */
export function OfflineBanner({ isShown, queued }: OfflineProps) {
  return (
    <div role="status" className={classes.offline}>
      {isShown && (
        <div className={classes.bar}>
          <IconCloudOff size={20} stroke={1.75} aria-hidden />
          <p className={classes.text}>
            <span className={text.oneLine}>
              <strong>Sem conexão</strong>
              {queued > 0 && ` · ${queued} na fila`}
            </span>{' '}
            <span className={classes.copy}>Esta página é a última cópia que este aparelho guardou.</span>
          </p>
          <button type="button" className={classes.retry} onClick={() => void probeServer()}>
            Tentar de novo
          </button>
        </div>
      )}
    </div>
  )
}

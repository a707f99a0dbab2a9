import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { storageQuery } from '#client/entities/billing/storage.api.ts'
import bar from '#client/entities/billing/usage-bar.module.css'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatBytes } from '#client/lib/text/format.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import text from '#client/ui/text/text.module.css'
import { LIMITS } from '#shared/limits.ts'
import classes from './usage-meter.module.css'

/** How much of the plan's room the user's things take. */
export function StorageMeter() {
  const storage = useQuery(storageQuery())
  if (storage.isPending) {
    return <div role="status" aria-label="Carregando o espaço" className={`${classes.gap} skeleton`} />
  }
  if (!storage.data) {
    return <LoadFailure query={storage}>O espaço não apareceu. {errorText(storage.error)}</LoadFailure>
  }
  const { used, limit } = storage.data
  const words = `${formatBytes(used)} de ${formatBytes(limit)}`
  const isFull = used >= limit
  return (
    <Stack>
      <Row wrap={false} className={classes.count}>
        <p>
          <strong>{words}</strong> de espaço
        </p>
        <HelpTip about="o que ocupa espaço">
          <p>
            Contam as conversas, os documentos com as versões deles, os anexos e o Acervo, com os arquivos e o
            texto dos trechos. O que você exclui conta até ser apagado de vez, em até {LIMITS.deletedChatDays}{' '}
            dias.
          </p>
        </HelpTip>
      </Row>
      <div
        className={bar.bar}
        data-near={used >= limit * 0.8 || undefined}
        data-over={isFull || undefined}
        style={{ '--part': Math.min(1, used / Math.max(limit, 1)) } as CSSProperties}
      >
        {/* Hidden: its look cannot be styled in all browsers. */}
        <meter
          aria-label="Espaço usado"
          min={0}
          max={Math.max(limit, 1)}
          value={Math.min(used, limit)}
          className="visually-hidden"
        >
          {words}
        </meter>
      </div>
      {isFull && (
        <p className={text.hint}>
          Seu espaço acabou: nada novo é guardado até abrir espaço ou você mudar de plano. O que está na{' '}
          <Link to="/app/lixeira">lixeira</Link> ainda ocupa espaço.
        </p>
      )}
    </Stack>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { SaleDecision } from '#shared/contract/sales.ts'
import { SaleBuyers } from './sale-buyers.tsx'
import { sayProgress, sayUndo } from './sale-texts.ts'
import { saleQueries, undoDecision } from './sales.api.ts'
import { nameOf } from './webhook-texts.ts'

type Props = {
  decision: SaleDecision & { plan: NonNullable<SaleDecision['plan']> }
  onUndone: () => void
  onClose: () => void
}

const MARKS = { in: 'Perde o plano', out: 'Já sem acesso' }

/** Names whose access ends, and undoes a mapping with the grants that it made. */
export function UndoSheet({ decision, onUndone, onClose }: Props) {
  const client = useQueryClient()
  const detail = useQuery(saleQueries.decision(decision.id))
  const [progress, setProgress] = useState<string>()
  const { data } = detail
  const { displayName } = decision.plan
  const handleConfirm = async () => {
    await undoDecision(client, decision.id, (done, left) =>
      setProgress(left > 0 ? sayProgress(done, left) : ''),
    )
    showToast(`“${nameOf(decision)}” já não é o plano ${displayName}.`, 'success')
    onUndone()
  }
  return (
    <ConfirmSheet
      title={`Desfazer: “${nameOf(decision)}” é o plano ${displayName}`}
      confirmLabel={data && data.in > 0 ? 'Desfazer e encerrar os acessos' : 'Desfazer'}
      isDisabled={!data}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {detail.isPending && <Skeletons label="Vendo quem perde o acesso" heights={[24, 64]} />}
      {detail.isError && (
        <LoadFailure query={detail}>
          Não deu para ver quem perde o acesso. {errorText(detail.error)}
        </LoadFailure>
      )}
      {data && (
        <>
          {sayUndo(data, displayName).map((line) => (
            <p key={line}>{line}</p>
          ))}
          <SaleBuyers people={data.people} total={data.in + data.waiting + data.out} marks={MARKS} />
          <p className={text.soft}>
            As vendas voltam para “Vendas sem plano”, e recebem o plano certo quando você disser qual é.
            Planos dados à mão, e os de outros códigos, ficam como estão.
          </p>
        </>
      )}
      <p role="status" className={text.soft}>
        {progress && `Encerrando ${progress}`}
      </p>
    </ConfirmSheet>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import type { UnmappedOffer } from '#shared/contract/webhooks.ts'
import { LIMITS } from '#shared/limits.ts'
import { SaleBuyers } from './sale-buyers.tsx'
import { sayPreview, sayProgress } from './sale-texts.ts'
import { mapOffer, saleQueries } from './sales.api.ts'
import { nameOf, sayMapped } from './webhook-texts.ts'

type Props = {
  offer: Pick<UnmappedOffer, 'provider' | 'kind' | 'externalId' | 'name'>
  plan: Pick<AdminPlan, 'id' | 'displayName'>
  onMapped: () => void
  onClose: () => void
}

const MARKS = { in: 'Entra agora', out: 'Não entra' }

/** Names who gets in, and maps the code once that is confirmed. */
export function MappingSheet({ offer, plan, onMapped, onClose }: Props) {
  const client = useQueryClient()
  const { provider, kind, externalId } = offer
  const preview = useQuery(saleQueries.preview({ provider, kind, externalId, planId: plan.id }))
  const [progress, setProgress] = useState<string>()
  const handleConfirm = async () => {
    const name = offer.name?.slice(0, LIMITS.externalNameLength) ?? null
    const body = { provider, kind, externalId, name, planId: plan.id }
    const mapped = await mapOffer(client, body, (done, left) =>
      setProgress(left > 0 ? sayProgress(done, left) : ''),
    )
    showToast(sayMapped(offer, plan.displayName, mapped), mapped.remaining > 0 ? 'info' : 'success')
    onMapped()
  }
  const { data } = preview
  const total = data ? data.in + data.waiting + data.out : 0
  return (
    <ConfirmSheet
      title={`“${nameOf(offer)}” é o plano ${plan.displayName}?`}
      confirmLabel={data && data.in > 0 ? 'Liberar o acesso' : 'Confirmar'}
      isDisabled={!data}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {preview.isPending && <Skeletons label="Vendo quem entra" heights={[24, 64, 64]} />}
      {preview.isError && (
        <LoadFailure query={preview}>Não deu para ver quem entraria. {errorText(preview.error)}</LoadFailure>
      )}
      {data && (
        <>
          {sayPreview(data, plan.displayName).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {provider === 'stripe' && total > 0 && (
            <p className={text.soft}>Até quando cada uma vale, o Stripe diz na hora de confirmar.</p>
          )}
          {data.isPartial && (
            <p className={text.soft}>São tantos eventos que só os primeiros foram contados aqui.</p>
          )}
          <SaleBuyers people={data.people} total={total} marks={MARKS} />
          <p className={text.soft}>
            Dá para desfazer depois, em “Códigos já decididos”, com os acessos que isso abriu.
          </p>
        </>
      )}
      <p role="status" className={text.soft}>
        {progress && `Processando ${progress}`}
      </p>
    </ConfirmSheet>
  )
}

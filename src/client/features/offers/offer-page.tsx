import { useQuery } from '@tanstack/react-query'
import { copyName } from '#client/entities/business/copy-name.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import type { Offer, OfferForm } from '#shared/contract/offers.ts'
import { OfferFormPage } from './offer-form.tsx'
import { NO_OFFER, valuesOf } from './offer-values.ts'
import { offers } from './offers.api.ts'

type Props = { userId: string; onSaved: (offer: Offer) => void }

const back = (
  <LinkButton to="/app/personalizacao/ofertas" variant="default">
    Ver as ofertas
  </LinkButton>
)

/** One offer, to be read and changed. */
export function OfferPage({ offerId, userId, onSaved }: Props & { offerId: string }) {
  const offer = useQuery(offers.detail(offerId))
  return (
    <RecordLoader query={offer} back={back}>
      {(it) => (
        <OfferFormPage
          userId={userId}
          draftName={it.id}
          offer={it}
          initialValues={valuesOf(it)}
          onSaved={onSaved}
        />
      )}
    </RecordLoader>
  )
}

type NewProps = Props & {
  copyOf: string | undefined
  /** What a reply said of it, and which one. */
  read?: { from: string; values: Partial<OfferForm> } | undefined
}

/** An offer that is not there yet: blank, as a reply has it, or a copy of the one called `copyOf`. */
export function NewOfferPage({ copyOf, read, userId, onSaved }: NewProps) {
  if (copyOf) return <OfferCopy key={copyOf} copyOf={copyOf} userId={userId} onSaved={onSaved} />
  return (
    <OfferFormPage
      userId={userId}
      draftName={read ? `resposta:${read.from}` : 'novo'}
      initialValues={{ ...NO_OFFER, ...read?.values }}
      onSaved={onSaved}
    />
  )
}

function OfferCopy({ copyOf, userId, onSaved }: Props & { copyOf: string }) {
  const original = useQuery(offers.detail(copyOf))
  return (
    <RecordLoader query={original} back={back}>
      {(it) => (
        <OfferFormPage
          userId={userId}
          draftName={`copia:${it.id}`}
          initialValues={{ ...valuesOf(it), name: copyName(it.name) }}
          onSaved={onSaved}
        />
      )}
    </RecordLoader>
  )
}

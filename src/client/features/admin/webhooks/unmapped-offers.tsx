import { useEffect, useRef, useState } from 'react'
import type { QueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { UnmappedOffer } from '#shared/contract/webhooks.ts'
import { MapOfferButtons } from './map-offer-buttons.tsx'
import classes from './unmapped-offers.module.css'
import { KINDS, nameOf, offersFirst, PARTS, PROVIDERS, sayWaiting } from './webhook-texts.ts'

export function UnmappedOffers({ offers }: { offers: QueryState<UnmappedOffer[]> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [mapped, setMapped] = useState(0)
  // The focused row was removed.
  useEffect(() => {
    if (mapped > 0) heading.current?.focus()
  }, [mapped])
  if (offers.isError && !offers.data) {
    return (
      <LoadFailure query={offers}>As vendas sem plano não carregaram. {errorText(offers.error)}</LoadFailure>
    )
  }
  if (!offers.data || (offers.data.length === 0 && mapped === 0)) return null
  return (
    <Stack as="section" aria-labelledby={PARTS.unmapped} className={classes.root}>
      <h2 ref={heading} id={PARTS.unmapped} tabIndex={-1} className={classes.title}>
        Vendas sem plano
      </h2>
      <p className={text.lead}>
        {offers.data.length === 0
          ? 'Nada mais espera por um plano.'
          : 'Diga que plano cada uma é: antes de liberar, você vê quem entra. Quem ainda não tem conta recebe um e-mail para entrar. O produto vale para todas as ofertas dele que não têm plano próprio. O que você vende de outro, como uma mentoria, não é plano desta casa.'}
      </p>
      {offers.data.length > 0 && (
        <ul className={classes.offers}>
          {offersFirst(offers.data).map((offer) => (
            <Offer
              key={`${offer.provider} ${offer.kind} ${offer.externalId}`}
              offer={offer}
              onMapped={() => setMapped((count) => count + 1)}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function Offer({ offer, onMapped }: { offer: UnmappedOffer; onMapped: () => void }) {
  const { provider, kind, externalId, events, firstAt } = offer
  return (
    <Row as="li" gap={12} justify="between" className={classes.offer}>
      <Stack gap={4} className={classes.words}>
        <h3 className={classes.name}>{nameOf(offer)}</h3>
        <p className={text.hint}>
          {KINDS[kind]} {PROVIDERS[provider].of} <code className={classes.code}>{externalId}</code>
        </p>
        <p className={text.hint}>
          {sayWaiting(offer)}; {events === 1 ? 'chegou' : 'o primeiro chegou'} {formatMomentInWords(firstAt)}
        </p>
      </Stack>
      <MapOfferButtons offer={offer} onMapped={onMapped} />
    </Row>
  )
}

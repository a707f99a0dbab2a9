import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { UnmappedOffer, WebhookEvent } from '#shared/contract/webhooks.ts'
import { MapOfferButtons } from './map-offer-buttons.tsx'
import { PurchaseOwner } from './purchase-owner.tsx'
import { SandboxBadge, StateBadge } from './webhook-cells.tsx'
import { explainOutcome } from './webhook-explanation.ts'
import classes from './webhook-outcome.module.css'
import { KINDS, nameOf, offersFirst } from './webhook-texts.ts'
import { webhookQueries } from './webhooks.api.ts'

export function WebhookOutcome({ event }: { event: WebhookEvent }) {
  const { state, failure, isSandbox } = event
  const unmapped = useQuery({ ...webhookQueries.unmapped(), enabled: state === 'parked' })
  const offers = state === 'parked' ? offersFirst(offersIn(event, unmapped.data ?? [])) : []
  const meaning = explainOutcome(event, offers.length > 0)
  const place = useRef<HTMLElement>(null)
  const [mapped, setMapped] = useState(0)
  // The pressed button was removed.
  useEffect(() => {
    if (mapped > 0) place.current?.focus()
  }, [mapped])
  return (
    <Stack
      as="section"
      ref={place}
      tabIndex={-1}
      aria-label="O que aconteceu com ele"
      className={classes.root}
      data-state={state}
    >
      <Row as="p">
        <StateBadge {...event} />
        {isSandbox && <SandboxBadge />}
      </Row>
      {failure && <p className={classes.why}>{failure}</p>}
      {meaning && <p className={text.soft}>{meaning}</p>}
      <PurchaseOwner event={event} onDone={() => setMapped((count) => count + 1)} />
      {offers.map((it) => (
        <Stack key={`${it.kind} ${it.externalId}`} className={classes.offer}>
          <p className={classes.name}>
            {nameOf(it)} <span className={classes.kind}>({KINDS[it.kind].toLowerCase()})</span>
          </p>
          <MapOfferButtons offer={it} onMapped={() => setMapped((count) => count + 1)} />
        </Stack>
      ))}
    </Stack>
  )
}

const offersIn = ({ provider, sold }: WebhookEvent, unmapped: readonly UnmappedOffer[]) =>
  unmapped.filter(
    (offer) =>
      offer.provider === provider &&
      sold.some(({ kind, externalId }) => kind === offer.kind && externalId === offer.externalId),
  )

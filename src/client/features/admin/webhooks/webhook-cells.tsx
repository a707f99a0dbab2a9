import { IconFlask } from '@tabler/icons-react'
import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { WebhookEventRow } from '#shared/contract/webhooks.ts'
import classes from './webhook-cells.module.css'
import { PROVIDERS, STATES, sayType, WAITING } from './webhook-texts.ts'

export function TypeCell({ event: { type, provider, isSandbox } }: { event: WebhookEventRow }) {
  const words = sayType(type)
  return (
    <Row as="span">
      <span className={words ? undefined : classes.raw}>{words ?? type}</span>
      {isSandbox && <SandboxBadge />}
      <span className={classes.source}>
        {PROVIDERS[provider].name} {words && <span className={classes.code}>{type}</span>}
      </span>
    </Row>
  )
}

export const SandboxBadge = () => (
  <span className={classes.sandbox}>
    <IconFlask size={14} stroke={2} aria-hidden /> Teste
  </span>
)

type State = Pick<WebhookEventRow, 'state' | 'waiting'>

export const StateBadge = ({ state, waiting }: State) => (
  <span className={classes.badge} data-state={waiting ? 'parked' : state}>
    {waiting ? WAITING[waiting].state : STATES[state]}
  </span>
)

export function StateCell({ event }: { event: WebhookEventRow }) {
  const why = event.failure ?? (event.waiting && WAITING[event.waiting].why)
  return (
    <Stack as="span" gap={4} align="start">
      <StateBadge {...event} />
      {why && <span className={classes.why}>{why}</span>}
    </Stack>
  )
}

export const BuyerCell = ({ event: { email } }: { event: WebhookEventRow }) =>
  email ?? (
    <span className={text.soft}>
      <span aria-hidden>–</span>
      <span className="visually-hidden">sem e-mail</span>
    </span>
  )

export const CameCell = ({ event: { createdAt } }: { event: WebhookEventRow }) => (
  <time dateTime={createdAt}>{formatMomentInWords(createdAt)}</time>
)

import { IconFlask } from '@tabler/icons-react'
import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { WebhookEventRow, WebhookState } from '#shared/contract/webhooks.ts'
import classes from './webhook-cells.module.css'
import { PROVIDERS, STATES, sayType } from './webhook-texts.ts'

/** What has happened, in words, who says so, and what that provider calls it. */
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

/** A trial run of the provider's. */
export const SandboxBadge = () => (
  <span className={classes.sandbox}>
    <IconFlask size={14} stroke={2} aria-hidden /> Teste
  </span>
)

/** What became of it; the word says so without its colour. */
export const StateBadge = ({ state }: { state: WebhookState }) => (
  <span className={classes.badge} data-state={state}>
    {STATES[state]}
  </span>
)

/** The same with why, in the list. */
export const StateCell = ({ event: { state, failure } }: { event: WebhookEventRow }) => (
  <Stack as="span" gap={4} align="start">
    <StateBadge state={state} />
    {failure && <span className={classes.why}>{failure}</span>}
  </Stack>
)

/** Whose purchase it is. */
export const BuyerCell = ({ event: { email } }: { event: WebhookEventRow }) =>
  email ?? (
    <span className={text.soft}>
      <span aria-hidden>–</span>
      <span className="visually-hidden">sem e-mail</span>
    </span>
  )

/** When it came, by the clocks of São Paulo. */
export const CameCell = ({ event: { createdAt } }: { event: WebhookEventRow }) => (
  <time dateTime={createdAt}>{formatMomentInWords(createdAt)}</time>
)

import type { WebhookState } from '#shared/contract/webhooks.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { lockEvent, noteFailure, type StoredEvent, settleEvent } from './webhook-events.queries.ts'
import { readPayload } from './webhook-payload.ts'
import type { Outcome } from './webhook-source.ts'
import { sourceOf } from './webhook-sources.ts'

const SANDBOX = 'Envio de teste do provedor: fica guardado e não libera nada.'
const FAILED = 'Algo deu errado do nosso lado ao processar este evento.'

/** Its body was dropped: nothing can be made of it any more. */
export const bodyGone = () =>
  new AppError('CONFLICT', 'O conteúdo deste evento já foi apagado, e não há mais o que processar.')

/** What making something of a delivery needs. */
export type Processing = Pick<Deps, 'db' | 'env' | 'log' | 'stripe'>

type What = {
  eventId: string
  /** Also what was settled already; what it comes to is the same then, unless something here changed since. */
  again?: boolean
}

/**
 * Makes of a stored delivery what is to be made of it, in a transaction of its own that holds its row: several that do so
 * at once come one by one, and only the first finds something to do. A failure is written down on the delivery and is the
 * answer, `failed`.
 * @throws {AppError} NOT_FOUND; CONFLICT where the body is gone; and whatever keeps the failure from being written down,
 * which is a database that is away.
 */
export async function processWebhookEvent(deps: Processing, { eventId, again }: What): Promise<WebhookState> {
  const held: { row?: StoredEvent } = {}
  try {
    return await deps.db.transaction(async (tx) => {
      const row = await lockEvent(tx, { eventId })
      held.row = row
      if (!again && (row.state === 'processed' || row.state === 'ignored')) return row.state
      if (row.rawBody === null) throw bodyGone()
      const outcome = await outcomeOf(deps, tx, { ...row, rawBody: row.rawBody })
      await settleEvent(tx, { eventId, outcome })
      return outcome.state
    })
  } catch (error) {
    if (!held.row || held.row.rawBody === null) throw error
    const { provider, attempts } = held.row
    const failure = error instanceof AppError ? error.message : FAILED
    // Throws in its turn where the database is away: then the provider is told so, and comes again.
    await noteFailure(deps.db, { id: eventId, attempts, failure })
    deps.log.error({ err: error, eventId, provider, attempts: attempts + 1 }, 'a payment delivery failed')
    return 'failed'
  }
}

async function outcomeOf(
  deps: Processing,
  tx: Db,
  { rawBody, ...event }: StoredEvent & { rawBody: string },
): Promise<Outcome> {
  // What a test says must never count, not even when somebody asks for it again.
  if (event.isSandbox) return { state: 'ignored', note: SANDBOX }
  const { id, type, externalSubscriptionId, email } = event
  const { payload } = readPayload(new TextEncoder().encode(rawBody))
  return sourceOf(deps, event.provider).process(tx, {
    id,
    type,
    externalSubscriptionId,
    email,
    payload,
  })
}

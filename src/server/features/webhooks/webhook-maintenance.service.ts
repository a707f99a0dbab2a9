import type { Deps } from '../../deps.ts'
import { endGrants } from './sale-decisions.service.ts'
import { mailWaitingBuyers } from './waiting-purchases.service.ts'
import { readHealth } from './webhook-health.queries.ts'
import { AT_ONCE, dropOldBodies, listUnfinished, listUnreadAmounts } from './webhook-maintenance.queries.ts'
import { type Processing, processWebhookEvent, readAmountsAgain } from './webhook-process.service.ts'
import { configured } from './webhook-sources.ts'

/** Takes seconds, and minutes if each is a refund that Stripe is asked about. */
const EARLIER_AMOUNTS = 5_000

/**
 * Hourly maintenance: deletes old payloads, retries unfinished events, and logs remaining problems as errors
 * for alerts.
 */
export async function maintainWebhooks(deps: Deps): Promise<void> {
  await readEarlierAmounts(deps)
  await dropOldBodies(deps.db)
  await retryUnfinished(deps)
  await mailWaitingBuyers(deps)
  await finishUndone(deps)
  const { providers } = await readHealth(deps.db, configured(deps))
  for (const { provider, failed, failedSince, parked, isSilent, lastReceivedAt } of providers) {
    if (failed > 0) deps.log.error({ provider, failed, failedSince }, 'payment deliveries wait for somebody')
    if (parked > 0) deps.log.error({ provider, parked }, 'what was paid for is mapped to no plan')
    if (isSilent) deps.log.error({ provider, lastReceivedAt }, 'a payment provider has gone silent')
  }
}

/** Reads the amounts of deliveries from before they were kept: a share of them each hour. */
async function readEarlierAmounts(deps: Deps): Promise<void> {
  try {
    for (const eventId of await listUnreadAmounts(deps.db, { limit: EARLIER_AMOUNTS })) {
      await readAmountsAgain(deps, { eventId })
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'the amounts of earlier payments were not read')
  }
}

/** Processes unfinished events, in series, as long as whole batches of them settle something. */
async function retryUnfinished(deps: Deps): Promise<void> {
  for (;;) {
    const eventIds = await listUnfinished(deps.db)
    let settled = 0
    for (const eventId of eventIds) {
      const state = await processWebhookEvent(deps, { eventId })
      if (state === 'processed' || state === 'ignored') settled += 1
    }
    if (eventIds.length < AT_ONCE || settled === 0) return
  }
}

/** Finishes undone mappings whose caller went away. */
async function finishUndone(deps: Deps): Promise<void> {
  while ((await endGrants(deps.db, {})) > 0);
}

/** Processes events that this server added itself. Failed or interrupted ones are retried hourly. */
export async function processEvents(deps: Processing, { eventIds }: { eventIds: string[] }): Promise<void> {
  try {
    for (const eventId of eventIds) await processWebhookEvent(deps, { eventId })
  } catch (error) {
    deps.log.error({ err: error, eventIds }, 'payment deliveries were not processed')
  }
}

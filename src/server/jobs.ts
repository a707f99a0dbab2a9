import { startHousekeeping } from './auth/housekeeping.ts'
import { pruneOutbox } from './auth/mail/transports.ts'
import { startBatches } from './batches.ts'
import type { Deps } from './deps.ts'
import { purgeDeletedAssets } from './features/assets/asset-rows.queries.ts'
import { sweepAttachments } from './features/attachments/attachments.service.ts'
import { startIndexing } from './features/collections/indexing-job.ts'
import { sweepSources } from './features/collections/sources.service.ts'
import { purgeCredentials } from './features/credentials/credentials.queries.ts'
import { resealCredentials } from './features/credentials/rotation.queries.ts'
import { purgeDocuments } from './features/documents/document-changes.queries.ts'
import { purgeEmailChanges } from './features/email-changes/email-changes.queries.ts'
import { startInvitationMails } from './features/invitations/invitation-mails.ts'
import { startAfterReplyJobs } from './features/messages/after-reply.service.ts'
import { purgeFormerBuyers } from './features/payments/trials.queries.ts'
import { PEOPLE_ACTIONS } from './features/people-actions/action-job.ts'
import { purgeActions } from './features/people-actions/people-actions.queries.ts'
import { purgeAddedPeople } from './features/people-imports/added-people.queries.ts'
import { PEOPLE_IMPORTS } from './features/people-imports/import-job.ts'
import { purgeMails } from './features/people-mails/people-mails.queries.ts'
import { startPeopleMails } from './features/people-mails/people-mails-job.ts'
import { purgePurchaseClaims } from './features/purchase-claims/purchase-claims.queries.ts'
import { purgeSpentMonths } from './features/quota/spent-months.queries.ts'
import { startAddingUpStorage } from './features/storage/storage-job.ts'
import { expireSubscriptions } from './features/subscriptions/assigned-plans.queries.ts'
import { purgeChats } from './features/trash/chat-purge.service.ts'
import { startSweeping, sweepUploads } from './features/uploads/uploads.service.ts'
import { maintainWebhooks } from './features/webhooks/webhook-maintenance.service.ts'
import { limitConcurrency } from './http/limit-concurrency.ts'

type Jobs = {
  /** Resolves when no batch, no mail to many and no indexing is running. The jobs after replies continue. */
  stop: () => Promise<void>
  stopAfterReplies: () => void
}

/** Starts what an instance does beside answering requests. */
export function startJobs(deps: Deps): Jobs {
  const { db, env, log } = deps
  const parts = { ...deps, lookUp: limitConcurrency(1) }
  const stopHousekeeping = startHousekeeping(db, log, [
    () => purgeChats(deps),
    (tx) => purgeDeletedAssets(tx),
    (tx) => purgeDocuments(tx),
    purgeActions,
    purgeMails,
    ...[purgeAddedPeople, purgeCredentials, purgeEmailChanges, purgePurchaseClaims, purgeSpentMonths],
    purgeFormerBuyers,
    expireSubscriptions,
    () => pruneOutbox(env.dataDir),
    () => resealCredentials(deps),
    () => maintainWebhooks(deps),
  ])
  const stopSweeping = startSweeping(deps, [sweepUploads, sweepAttachments, sweepSources])
  const stopAddingUpStorage = startAddingUpStorage(parts)
  const stopInvitationMails = startInvitationMails(parts)
  const stopPeopleMails = startPeopleMails(parts)
  const stopBatches = startBatches(parts, [PEOPLE_IMPORTS, PEOPLE_ACTIONS])
  const stopIndexing = startIndexing(deps, parts.lookUp)
  const stopAfterReplies = startAfterReplyJobs(deps)
  return {
    stop: async () => {
      stopHousekeeping()
      stopSweeping()
      stopAddingUpStorage()
      stopInvitationMails()
      await Promise.all([stopBatches(), stopIndexing(), stopPeopleMails()])
    },
    stopAfterReplies,
  }
}

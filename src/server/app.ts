import { authRoutes } from './auth/auth.routes.ts'
import type { Deps } from './deps.ts'
import { adminAgentRoutes } from './features/agents/admin-agents.routes.ts'
import { agentFileRoutes } from './features/agents/agent-files.routes.ts'
import { agentRoutes } from './features/agents/agents.routes.ts'
import { apiKeyRoutes } from './features/api-keys/api-keys.routes.ts'
import { draftRoutes } from './features/asset-drafts/asset-drafts.routes.ts'
import { assetRoutes } from './features/assets/assets.routes.ts'
import { attachmentRoutes } from './features/attachments/attachments.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { brandVoiceRoutes } from './features/brand-voices/brand-voices.routes.ts'
import { voiceEditRoutes } from './features/brand-voices/voice-edits.routes.ts'
import { brandRoutes } from './features/brands/brands.routes.ts'
import { chatRoutes } from './features/chats/chats.routes.ts'
import { citationRoutes } from './features/citations/citations.routes.ts'
import { collectionRoutes } from './features/collections/collections.routes.ts'
import { houseCollectionRoutes } from './features/collections/house-collections.routes.ts'
import { houseSourceRoutes } from './features/collections/house-sources.routes.ts'
import { sourceFileRoutes } from './features/collections/source-files.routes.ts'
import { sourceRoutes } from './features/collections/sources.routes.ts'
import { credentialRoutes } from './features/credentials/credentials.routes.ts'
import { documentRoutes } from './features/documents/documents.routes.ts'
import { rewriteRoutes } from './features/documents/rewrites.routes.ts'
import { emailChangeRoutes } from './features/email-changes/email-changes.routes.ts'
import { feedbackRoutes } from './features/feedback/feedback.routes.ts'
import { gettingStartedRoutes } from './features/getting-started/getting-started.routes.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { houseFileRoutes, houseRoutes } from './features/house/house.routes.ts'
import { invitationRoutes } from './features/invitations/invitations.routes.ts'
import { labelRoutes } from './features/labels/labels.routes.ts'
import { labelAdminRoutes } from './features/labels/labels-admin.routes.ts'
import { landingRoutes } from './features/landing/landing.routes.ts'
import { mailChoiceRoutes, oneClickRoutes } from './features/mail-choices/mail-choices.routes.ts'
import { meRoutes } from './features/me/me.routes.ts'
import { messageActionRoutes } from './features/messages/message-actions.routes.ts'
import { messageRoutes } from './features/messages/messages.routes.ts'
import { testChatRoutes } from './features/messages/test-chat.routes.ts'
import { noticeRoutes } from './features/notices/notices.routes.ts'
import { offerRoutes } from './features/offers/offers.routes.ts'
import { onboardingRoutes } from './features/onboarding/onboarding.routes.ts'
import { paymentRoutes } from './features/payments/payments.routes.ts'
import { sellersOf } from './features/payments/payments.service.ts'
import { saleOf } from './features/payments/purchase-rules.ts'
import { peopleActionRoutes } from './features/people-actions/people-actions.routes.ts'
import { peopleImportRoutes } from './features/people-imports/people-imports.routes.ts'
import { peopleMailRoutes } from './features/people-mails/people-mails.routes.ts'
import { peopleSegmentRoutes } from './features/people-segments/people-segments.routes.ts'
import { personNoteRoutes } from './features/person-notes/person-notes.routes.ts'
import { planRoutes } from './features/plans/plans.routes.ts'
import { planAdminRoutes } from './features/plans/plans-admin.routes.ts'
import { productRoutes } from './features/products/products.routes.ts'
import { purchaseClaimRoutes } from './features/purchase-claims/purchase-claims.routes.ts'
import { extraMessageRoutes } from './features/quota/extra-messages.routes.ts'
import { quotaRoutes } from './features/quota/quota.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { reportAdminRoutes } from './features/reports/reports-admin.routes.ts'
import { reviewRuleRoutes } from './features/reviews/review-rules.routes.ts'
import { reviewRoutes } from './features/reviews/reviews.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { securityRoutes } from './features/security/security.routes.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { spendLimitRoutes } from './features/spend-limits/spend-limits.routes.ts'
import { storageRoutes } from './features/storage/storage.routes.ts'
import { trashRoutes } from './features/trash/trash.routes.ts'
import { tutorialRoutes } from './features/tutorials/tutorials.routes.ts'
import { tutorialAdminRoutes, tutorialListAdminRoutes } from './features/tutorials/tutorials-admin.routes.ts'
import { uploadedFileRoutes, uploadRoutes } from './features/uploads/uploads.routes.ts'
import { usageRoutes } from './features/usage/usage.routes.ts'
import { userAddressRoutes } from './features/users/user-address.routes.ts'
import { userUsageRoutes } from './features/users/user-usage.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { userListRoutes } from './features/users/users-list.routes.ts'
import { processEvents } from './features/webhooks/webhook-maintenance.service.ts'
import { webhookRoutes } from './features/webhooks/webhooks.routes.ts'
import { webhookAdminRoutes } from './features/webhooks/webhooks-admin.routes.ts'
import { createRouter } from './http/context.ts'
import { notFound, respondFailure } from './http/errors.ts'
import { keyed } from './http/guards.ts'
import { fairShare } from './http/limits/fair-share.ts'
import { openApiRoutes } from './http/openapi.ts'
import { shedLoad } from './http/overload.ts'
import { requestContext } from './http/request-context.ts'
import { jsonOnly, limitedBody, noStore, sameOrigin } from './http/request-guards.ts'
import { securityHeaders } from './http/security-headers.ts'
import { staticRoutes } from './http/static.ts'
import { countRequests, metricsRoutes } from './operating/metrics.routes.ts'
import type { Metrics } from './operating/metrics.ts'

/** Routes that call a model provider. */
const NEW_REPLIES = [
  '/api/v1/chats/:chatId/messages',
  '/api/v1/chats/:chatId/messages/:messageId/regenerate',
  '/api/v1/chats/:chatId/messages/:messageId/continue',
  '/api/v1/chats/:chatId/messages/:messageId/draft',
  '/api/v1/drafts/:kind',
  '/api/v1/drafts/:kind/file',
  '/api/v1/brands/:brandId/voice/proposal',
  '/api/v1/documents/rewrite',
  '/api/v1/reviews/judge',
  '/api/v1/agents/admin/test',
]

/**
 * The whole application; the order is the order of middleware and routes. `metrics` are published when given.
 */
export function createApp(deps: Deps, metrics?: Metrics) {
  const { env } = deps
  const app = createRouter()
  app.onError(respondFailure)
  app.use(requestContext({ log: deps.log, trustedProxies: env.trustedProxies }))
  app.use(securityHeaders({ isHttps: env.appUrl.startsWith('https:') }))
  if (metrics && env.metricsToken) {
    app.use(countRequests(metrics))
    app.route('/', metricsRoutes(metrics, env.metricsToken))
  }
  // The contract is public and the same for everybody, so it may be stored.
  app.route('/api', openApiRoutes(app))
  app.use('/api/*', noStore)
  // Before the guard against cross-site requests: providers are not browsers, and sign their deliveries.
  app.route('/api', webhookRoutes(deps))
  app.use('/api/*', sameOrigin(env.origins), fairShare(deps.auth, deps.callPatienceMs), keyed(deps.auth))
  app.use('/api/*', limitedBody, jsonOnly)

  app.on('POST', NEW_REPLIES, shedLoad())

  app.route('/api', healthRoutes(deps))
  app.route('/api/auth', authRoutes({ auth: deps.auth, appUrl: env.appUrl }))
  app.route('/api/v1', settingsRoutes(deps))
  app.route('/api/v1', houseRoutes(deps))
  app.route('/api/v1', labelRoutes(deps))
  app.route('/api/v1', labelAdminRoutes(deps))
  // Before the agent routes, whose `:agentId` would match these names.
  app.route('/api/v1', testChatRoutes(deps))
  app.route('/api/v1', agentFileRoutes(deps))
  app.route('/api/v1', adminAgentRoutes(deps))
  app.route('/api/v1', agentRoutes(deps))
  // Before the chat routes, whose `:chatId` would match its name.
  app.route('/api/v1', searchRoutes(deps))
  app.route('/api/v1', chatRoutes(deps))
  app.route('/api/v1', messageRoutes(deps))
  app.route('/api/v1', messageActionRoutes(deps))
  app.route('/api/v1', userListRoutes(deps))
  app.route('/api/v1', peopleSegmentRoutes(deps))
  app.route('/api/v1', userRoutes(deps))
  app.route('/api/v1', extraMessageRoutes(deps))
  app.route('/api/v1', userAddressRoutes(deps))
  app.route('/api/v1', userUsageRoutes(deps))
  app.route('/api/v1', personNoteRoutes(deps))
  app.route('/api/v1', invitationRoutes(deps))
  app.route('/api/v1', peopleImportRoutes(deps))
  app.route('/api/v1', peopleActionRoutes(deps))
  app.route('/api/v1', peopleMailRoutes(deps))
  app.route('/api/v1', mailChoiceRoutes(deps))
  app.route('/api/v1', planRoutes(deps))
  app.route(
    '/api/v1',
    planAdminRoutes(deps, {
      soldBy: (plan) => saleOf(plan, sellersOf(deps))?.provider ?? null,
      processEvents: (eventIds) => processEvents(deps, { eventIds }),
    }),
  )
  app.route('/api/v1', auditRoutes(deps))
  app.route('/api/v1', apiKeyRoutes(deps))
  app.route('/api/v1', usageRoutes(deps))
  app.route('/api/v1', spendLimitRoutes(deps))
  app.route('/api/v1', feedbackRoutes(deps))
  app.route('/api/v1', reportRoutes(deps))
  app.route('/api/v1', reportAdminRoutes(deps))
  app.route('/api/v1', noticeRoutes(deps))
  app.route('/api/v1', meRoutes(deps))
  app.route('/api/v1', securityRoutes(deps))
  app.route('/api/v1', quotaRoutes(deps))
  app.route('/api/v1', storageRoutes(deps))
  app.route('/api/v1', paymentRoutes(deps))
  app.route('/api/v1', purchaseClaimRoutes(deps))
  app.route('/api/v1', emailChangeRoutes(deps))
  app.route('/api/v1', onboardingRoutes(deps))
  app.route('/api/v1', gettingStartedRoutes(deps))
  app.route('/api/v1', productRoutes(deps))
  app.route('/api/v1', brandRoutes(deps))
  app.route('/api/v1', brandVoiceRoutes(deps))
  app.route('/api/v1', offerRoutes(deps))
  app.route('/api/v1', assetRoutes(deps))
  app.route('/api/v1', tutorialRoutes(deps))
  app.route('/api/v1', tutorialListAdminRoutes(deps))
  app.route('/api/v1', tutorialAdminRoutes(deps))
  app.route('/api/v1', webhookAdminRoutes(deps))
  app.route('/api/v1', uploadRoutes(deps))
  app.route('/api/v1', attachmentRoutes(deps))
  app.route('/api/v1', credentialRoutes(deps))
  app.route('/api/v1', documentRoutes(deps))
  app.route('/api/v1', voiceEditRoutes(deps))
  app.route('/api/v1', reviewRoutes(deps))
  app.route('/api/v1', reviewRuleRoutes(deps))
  app.route('/api/v1', collectionRoutes(deps))
  app.route('/api/v1', houseCollectionRoutes(deps))
  app.route('/api/v1', citationRoutes(deps))
  app.route('/api/v1', sourceRoutes(deps))
  app.route('/api/v1', houseSourceRoutes(deps))
  app.route('/api/v1', sourceFileRoutes(deps))
  app.route('/api/v1', rewriteRoutes(deps))
  app.route('/api/v1', draftRoutes(deps))
  app.route('/api/v1', trashRoutes(deps))
  app.all('/api/*', () => {
    throw notFound('Page')
  })
  app.route('/', uploadedFileRoutes(deps))
  app.route('/', houseFileRoutes(deps))
  app.route('/', oneClickRoutes(deps))
  app.route('/', landingRoutes(deps))
  app.route(
    '/',
    staticRoutes(deps.webRoot, { hasStills: () => !deps.auth.isGoogleReady(), readHouse: deps.house.read }),
  )
  app.notFound(() => {
    throw notFound('Page')
  })
  return app
}

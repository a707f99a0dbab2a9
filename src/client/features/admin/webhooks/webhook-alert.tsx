import { useQuery } from '@tanstack/react-query'
import { WebhookAlerts } from './webhook-alerts.tsx'
import { webhookQueries } from './webhooks.api.ts'

/** The same alerts where somebody looks first; nothing while all is well, or while nobody knows. */
export function WebhookAlert() {
  const { data } = useQuery(webhookQueries.health())
  return data ? <WebhookAlerts health={data} /> : null
}

import { useQuery } from '@tanstack/react-query'
import { WebhookAlerts } from './webhook-alerts.tsx'
import { webhookQueries } from './webhooks.api.ts'

export function WebhookAlert() {
  const { data } = useQuery(webhookQueries.health())
  return data ? <WebhookAlerts health={data} /> : null
}

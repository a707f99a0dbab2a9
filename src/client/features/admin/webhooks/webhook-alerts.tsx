import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import callout from '#client/ui/feedback/callout.module.css'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { WebhookHealth } from '#shared/contract/webhooks.ts'
import { alertsOf } from './health-alerts.ts'
import classes from './webhook-alerts.module.css'

const ICONS = { danger: IconAlertTriangle, wait: IconHourglass } as const

export function WebhookAlerts({ health }: { health: WebhookHealth }) {
  const alerts = alertsOf(health)
  if (alerts.length === 0) return null
  return (
    <Stack as="ul" aria-label="Webhooks que precisam de você">
      {alerts.map(({ key, tone, text, link }) => {
        const Icon = ICONS[tone]
        return (
          <Row
            as="li"
            gap={12}
            align="start"
            wrap={false}
            key={key}
            className={callout.root}
            data-tone={tone}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
            <span>
              {text}{' '}
              <Link to="/app/admin/webhooks" search={link.search} hash={link.hash} className={classes.link}>
                {link.label}
              </Link>
            </span>
          </Row>
        )
      })}
    </Stack>
  )
}

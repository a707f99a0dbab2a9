import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { WebhookHealth } from '#shared/contract/webhooks.ts'
import { alertsOf } from './health-alerts.ts'
import classes from './webhook-alerts.module.css'

const ICONS = { danger: IconAlertTriangle, wait: IconHourglass } as const

/** What somebody should look after, each with where; nothing where all is well. */
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
            className={classes.alert}
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

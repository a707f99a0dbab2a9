import { createFileRoute } from '@tanstack/react-router'
import { SpendLimitsPage } from '#client/features/admin/spend-limits/spend-limits-page.tsx'

export const Route = createFileRoute('/app/admin/limites')({ component: SpendLimitsPage })

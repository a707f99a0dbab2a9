import { createFileRoute } from '@tanstack/react-router'
import { PlansPage } from '#client/features/admin/plans/plans-page.tsx'

export const Route = createFileRoute('/app/admin/planos/')({ component: PlansPage })

import { createFileRoute } from '@tanstack/react-router'
import { HousePage } from '#client/features/admin/house/house-page.tsx'

export const Route = createFileRoute('/app/admin/identidade')({ component: HousePage })

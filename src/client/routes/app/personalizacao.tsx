import { createFileRoute } from '@tanstack/react-router'
import { BusinessLayout } from '#client/features/business/business-layout.tsx'

export const Route = createFileRoute('/app/personalizacao')({ component: BusinessLayout })

import { createFileRoute } from '@tanstack/react-router'
import { LabelsPage } from '#client/features/admin/labels/labels-page.tsx'

export const Route = createFileRoute('/app/admin/labels/')({ component: LabelsPage })

import { createFileRoute } from '@tanstack/react-router'
import { ReviewRulesPage } from '#client/features/admin/review-rules/review-rules-page.tsx'

export const Route = createFileRoute('/app/admin/revisor')({ component: ReviewRulesPage })

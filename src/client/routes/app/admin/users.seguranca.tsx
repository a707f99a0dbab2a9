import { createFileRoute } from '@tanstack/react-router'
import { SignInRulesPage } from '#client/features/admin/sign-in-rules/sign-in-rules-page.tsx'

export const Route = createFileRoute('/app/admin/users/seguranca')({ component: SignInRulesPage })

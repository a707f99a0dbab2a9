import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AuthLayout } from '#client/features/auth/auth-layout.tsx'
import { CallbackFailure } from '#client/features/auth/callback-failure.tsx'
import { arrive } from '#client/features/auth/route-guards.ts'

export const Route = createFileRoute('/callback')({
  validateSearch: z.object({ error: z.optional(z.string()), redirect: z.optional(z.string()) }),
  beforeLoad: ({ search }) => arrive(search),
  component: CallbackPage,
})

function CallbackPage() {
  const { error = '' } = Route.useSearch()
  return (
    <AuthLayout>
      <CallbackFailure code={error} />
    </AuthLayout>
  )
}

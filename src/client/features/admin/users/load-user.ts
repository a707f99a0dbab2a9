import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '#client/lib/http/http-client.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { userQueries } from './users.api.ts'

type Visit = {
  context: { queryClient: QueryClient }
  params: { userId: string }
  location: { href: string }
}

/**
 * Loads an account, or returns "API Error: {message}" (SPEC §5) with the failure as its cause. Redirects to sign-in after
 * a 401 and to `/app` after a 403.
 */
export async function loadUser({ context, params, location }: Visit): Promise<AdminUser | Error> {
  try {
    return await context.queryClient.fetchQuery(userQueries.detail(params.userId))
  } catch (error) {
    const { status, code } = error instanceof ApiError ? error : { status: 0, code: '' }
    if (status === 401) {
      throw redirect({ to: '/sign-in', search: { redirect: location.href }, replace: true })
    }
    // The page tells what is missing.
    const isMissing = code === 'STEP_UP_REQUIRED' || code === 'SECOND_FACTOR_REQUIRED'
    if (status === 403 && !isMissing) throw redirect({ to: '/app', replace: true })
    return new Error(`API Error: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

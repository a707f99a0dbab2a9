import { redirect } from '@tanstack/react-router'
import { ApiError } from '#client/lib/http/http-client.ts'
import { toPortuguese } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The chat loader's text (SPEC §5). */
export function chatFailure(error: unknown): string {
  const message = messageOf(error)
  const isMissing = (error instanceof ApiError && error.status === 404) || /404|not found/i.test(message)
  return isMissing ? 'Chat not found' : `Failed to fetch messages: ${message}`
}

/** The agent loader's text (SPEC §5). */
export const agentFailure = (error: unknown): string => `Failed to fetch agent: ${messageOf(error)}`

/**
 * Awaits a route's data. A failure shows a toast and redirects to `/app`; an expired session redirects to sign-in and
 * back. Preloading shows no toast.
 */
export async function loadOrRedirect<T>(
  load: Promise<T>,
  textOf: (error: unknown) => string,
  { preload, location }: { preload: boolean; location: { href: string } },
): Promise<T> {
  try {
    return await load
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      throw redirect({ to: '/sign-in', search: { redirect: location.href }, replace: true })
    }
    if (!preload) showToast(toPortuguese(textOf(error), error instanceof ApiError), 'error')
    throw redirect({ to: '/app', replace: true })
  }
}

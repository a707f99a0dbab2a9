import type { BanUserForm } from '#shared/contract/users-form.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** End of the ban in ISO 8601; null without end. `now` is in milliseconds. */
export function banExpiry({ duration, banExpires }: BanUserForm, now = Date.now()): string | null {
  if (duration === 'never') return null
  const end = duration === 'until' ? Date.parse(banExpires) : now + Number(duration) * DAY_MS
  return new Date(end).toISOString()
}

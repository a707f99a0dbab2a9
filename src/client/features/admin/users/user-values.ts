import { toSaoPauloTime } from '#client/lib/text/sao-paulo-time.ts'
import type { AdminUser, ChangeUser } from '#shared/contract/users.ts'
import type { EditUserForm } from '#shared/contract/users-form.ts'

export const valuesOf = (user: AdminUser): EditUserForm => ({
  name: user.name,
  bio: user.bio ?? '',
  phoneNumber: user.phoneNumber ?? '',
  removesImage: false,
  role: user.role,
  planId: givenTo(user)?.planId ?? '',
  planUntil: lastDayOf(givenTo(user)?.currentPeriodEnd),
})

type Given = { planId: string; currentPeriodEnd: string | null }

/** The plan given by hand that is in force, whether it counts or not. */
export function givenTo({ activeSubscription, otherSubscriptions }: AdminUser): Given | undefined {
  if (activeSubscription?.provider === 'manual') return activeSubscription
  return otherSubscriptions.find(({ provider }) => provider === 'manual')
}

const lastDayOf = (end: string | null | undefined): string => (end ? toSaoPauloTime(end).slice(0, 10) : '')

function giftIn(before: EditUserForm, { planId, planUntil }: EditUserForm): ChangeUser {
  if (planId === '') return before.planId === '' ? {} : { planId: null }
  if (planId === before.planId && planUntil === before.planUntil) return {}
  return { planId, planUntil: planUntil || null }
}

export function changesTo(user: AdminUser, form: EditUserForm): ChangeUser {
  const before = valuesOf(user)
  return {
    ...(form.name !== before.name && { name: form.name }),
    ...(form.bio !== before.bio && { bio: form.bio || null }),
    ...(form.phoneNumber !== before.phoneNumber && { phoneNumber: form.phoneNumber || null }),
    ...(form.removesImage && { image: null }),
    ...(form.role !== before.role && { role: form.role }),
    ...giftIn(before, form),
  }
}

import type { AdminUser, ChangeUser } from '#shared/contract/users.ts'
import type { EditUserForm } from '#shared/contract/users-form.ts'

export const valuesOf = (user: AdminUser): EditUserForm => ({
  name: user.name,
  bio: user.bio ?? '',
  phoneNumber: user.phoneNumber ?? '',
  removesImage: false,
  role: user.role,
  planId: user.activeSubscription?.planId ?? '',
})

export function changesTo(user: AdminUser, form: EditUserForm): ChangeUser {
  const before = valuesOf(user)
  return {
    ...(form.name !== before.name && { name: form.name }),
    ...(form.bio !== before.bio && { bio: form.bio || null }),
    ...(form.phoneNumber !== before.phoneNumber && { phoneNumber: form.phoneNumber || null }),
    ...(form.removesImage && { image: null }),
    ...(form.role !== before.role && { role: form.role }),
    ...(form.planId !== '' && form.planId !== before.planId && { planId: form.planId }),
  }
}

import { Button } from '@mantine/core'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import sheetForm from '#client/ui/overlays/sheet-form.module.css'
import type { AdminUser } from '#shared/contract/users.ts'
import { BanUserForm } from '#shared/contract/users-form.ts'
import { banExpiry } from './ban-expiry.ts'
import { BanFields, NO_BAN } from './ban-fields.tsx'
import classes from './edit-user.module.css'
import { userCalls } from './users.api.ts'

type Props = { user: AdminUser; onBanned: (user: AdminUser) => void; onClose: () => void }

export function UserBanSheet({ user, onBanned, onClose }: Props) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: BanUserForm,
    initialValues: NO_BAN,
    submit: async (parsed) => {
      const banExpires = banExpiry(parsed)
      const { banReason } = parsed
      const banned = await userCalls.ban(user.id, { ...(banReason && { banReason }), banExpires })
      showToast(`A conta de ${user.name} está suspensa, e saiu de todos os aparelhos.`, 'success')
      onBanned(banned)
      onClose()
    },
  })
  return (
    <Sheet title={`Suspender ${user.name}?`} onDismiss={onClose}>
      <p>As sessões e as respostas em andamento terminam na hora. Nada é apagado.</p>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} className={classes.form}>
        <BanFields form={form} />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" className={sheetForm.danger} loading={isSubmitting}>
            Suspender
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}

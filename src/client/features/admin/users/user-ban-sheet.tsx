import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import sheetForm from '#client/ui/overlays/sheet-form.module.css'
import type { AdminUser } from '#shared/contract/users.ts'
import { type BanDuration, BanUserForm } from '#shared/contract/users-form.ts'
import { banExpiry } from './ban-expiry.ts'
import classes from './edit-user.module.css'
import { userCalls } from './users.api.ts'

const DURATIONS: { value: BanDuration; label: string }[] = [
  { value: '1', label: 'Por 1 dia' },
  { value: '7', label: 'Por 7 dias' },
  { value: '30', label: 'Por 30 dias' },
  { value: 'until', label: 'Até uma data' },
  { value: 'never', label: 'Por tempo indeterminado' },
]

const NO_BAN: BanUserForm = { banReason: '', duration: '7', banExpires: '' }

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
        <Textarea
          label="Motivo (opcional)"
          description="A pessoa lê este texto ao tentar entrar."
          rows={3}
          size="lg"
          {...form.getInputProps('banReason')}
        />
        <NativeSelect
          label="Por quanto tempo"
          size="lg"
          data={DURATIONS}
          {...form.getInputProps('duration')}
        />
        {form.values.duration === 'until' && (
          <TextInput
            type="datetime-local"
            label="Até quando"
            size="lg"
            {...form.getInputProps('banExpires')}
          />
        )}
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

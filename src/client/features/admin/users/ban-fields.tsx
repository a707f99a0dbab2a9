import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { BanDuration, BanUserForm } from '#shared/contract/users-form.ts'

const DURATIONS: { value: BanDuration; label: string }[] = [
  { value: '1', label: 'Por 1 dia' },
  { value: '7', label: 'Por 7 dias' },
  { value: '30', label: 'Por 30 dias' },
  { value: 'until', label: 'Até uma data' },
  { value: 'never', label: 'Por tempo indeterminado' },
]

export const NO_BAN: BanUserForm = { banReason: '', duration: '7', banExpires: '' }

/** Reason and end of a suspension. */
export function BanFields({ form }: { form: UseFormReturnType<BanUserForm> }) {
  return (
    <>
      <Textarea
        label="Motivo (opcional)"
        description="A pessoa lê este texto ao tentar entrar."
        rows={3}
        size="lg"
        {...form.getInputProps('banReason')}
      />
      <NativeSelect label="Por quanto tempo" size="lg" data={DURATIONS} {...form.getInputProps('duration')} />
      {form.values.duration === 'until' && (
        <TextInput type="datetime-local" label="Até quando" size="lg" {...form.getInputProps('banExpires')} />
      )}
    </>
  )
}

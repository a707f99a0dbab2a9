import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { DELETE_WORD, DeleteAccountForm, DeleteGoogleAccountForm } from '#shared/contract/auth.ts'
import { EXPORT_ADDRESS, meCalls } from './me.api.ts'
import classes from './me.module.css'

type Props = { hasPassword: boolean; onDeleted: () => void; onDismiss: () => void }

/** Deletes the account after the password and a typed word. */
export function DeleteAccount({ hasPassword, onDeleted, onDismiss }: Props) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: hasPassword ? DeleteAccountForm : DeleteGoogleAccountForm,
    initialValues: { password: '', confirmation: '' },
    submit: async () => {
      await meCalls.deleteAccount(hasPassword ? { password: form.values.password } : {})
      onDeleted()
    },
  })
  return (
    <Sheet title="Excluir a conta para sempre?" onDismiss={onDismiss}>
      <p className={classes.soft}>
        Apagamos agora o seu perfil, a sua foto e todas as suas conversas, em todos os aparelhos. Não há como
        desfazer. Se quiser guardar algo,{' '}
        <a href={EXPORT_ADDRESS} download>
          baixe os seus dados
        </a>{' '}
        antes.
      </p>
      <Charges />
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} className={classes.form}>
        {hasPassword && (
          <PasswordField
            label="Sua senha"
            name="current-password"
            autoComplete="current-password"
            size="lg"
            {...form.getInputProps('password')}
          />
        )}
        <TextInput
          label={`Digite ${DELETE_WORD} para confirmar`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          size="lg"
          {...form.getInputProps('confirmation')}
        />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" className={classes.dangerFilled} loading={isSubmitting}>
            Excluir para sempre
          </Button>
          <Button variant="default" onClick={onDismiss}>
            Ficar no elenco
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}

/** How the deletion affects paid subscriptions; nothing for an account without any. */
function Charges() {
  const { data } = useQuery(subscriptionQueries.current())
  // Past subscriptions can still be charged; both are named while the subscription is unknown.
  const providers = new Set(
    data ? [data.provider, ...data.changes.map(({ provider }) => provider)] : ['stripe', 'hubla'],
  )
  if (!providers.has('stripe') && !providers.has('hubla')) return null
  return (
    <p className={classes.soft}>
      {providers.has('stripe') &&
        'O que você assina pelo Stripe é cancelado junto, na hora: o que resta do período pago se perde. '}
      {providers.has('hubla') &&
        'O que você assina pela Hubla continua sendo cobrado até você cancelar lá: cancele antes.'}
    </p>
  )
}

import { useQuery } from '@tanstack/react-query'
import { DeleteForm } from '#client/entities/account/delete-account-form.tsx'
import { subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { EXPORT_ADDRESS, meCalls } from './me.api.ts'
import classes from './me.module.css'

type Props = { hasPassword: boolean; onDeleted: () => void; onDismiss: () => void }

/** Deletes the account after the password and a typed word. */
export function DeleteAccount({ hasPassword, onDeleted, onDismiss }: Props) {
  const handleDelete = async (password: string) => {
    await meCalls.deleteAccount(hasPassword ? { password } : {})
    onDeleted()
  }
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
      <DeleteForm
        hasPassword={hasPassword}
        onDelete={handleDelete}
        cancelLabel="Ficar no elenco"
        onCancel={onDismiss}
      />
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

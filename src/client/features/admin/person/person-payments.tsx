import { useQuery } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatDay } from '#client/lib/text/format-figures.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { formatCents } from '#shared/money/currency.ts'
import { personQueries } from './person.api.ts'
import classes from './person.module.css'

const PROVIDERS = { stripe: 'Stripe', hubla: 'Hubla' } as const

/** The amounts of a person's purchases, newest first. */
export function PersonPayments({ userId }: { userId: string }) {
  const payments = useQuery(personQueries.payments(userId))
  const { data } = payments
  return (
    <FieldGroup
      title="Pagamentos"
      lead="O que a pessoa pagou e recebeu de volta, do mais novo ao mais antigo."
    >
      {payments.isPending && <Skeletons label="Carregando pagamentos" heights={[64]} />}
      {payments.isError && !data && <LoadFailure query={payments}>{errorText(payments.error)}</LoadFailure>}
      {data?.length === 0 && <p className={text.soft}>Nenhum pagamento até agora.</p>}
      {data && data.length > 0 && (
        <ul aria-label="Pagamentos" className={classes.list}>
          {data.map(({ id, kind, planName, provider, currency, cents, day }) => (
            <Row as="li" key={id} gap={16} wrap={false} className={classes.row}>
              <Stack as="span" gap={4} className={classes.words}>
                <strong>{kind === 'sale' ? 'Pagamento' : 'Reembolso'}</strong>
                <span className={text.soft}>
                  {planName ?? 'Sem plano daqui'} · {PROVIDERS[provider]} · {formatDay(day)}
                </span>
              </Stack>
              <span className={classes.amount}>
                {kind === 'refund' && '− '}
                {formatCents(cents, currency)}
              </span>
            </Row>
          ))}
        </ul>
      )}
    </FieldGroup>
  )
}

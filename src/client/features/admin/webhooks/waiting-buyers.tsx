import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { DataTableColumn } from '#client/ui/table/data-table-head.tsx'
import text from '#client/ui/text/text.module.css'
import type { WaitingPurchase } from '#shared/contract/waiting-purchases.ts'
import { ResendWayIn } from './resend-way-in.tsx'
import classes from './waiting-buyers.module.css'
import { PARTS, PROVIDERS, sayMails, WAITING } from './webhook-texts.ts'
import { webhookQueries } from './webhooks.api.ts'
import page from './webhooks-page.module.css'

const COLUMNS: readonly DataTableColumn<WaitingPurchase>[] = [
  { key: 'buyer', header: 'Comprador', cell: (purchase) => <BuyerCell purchase={purchase} /> },
  {
    key: 'sold',
    header: 'O que comprou',
    width: '224px',
    cell: (purchase) => <SoldCell purchase={purchase} />,
  },
  { key: 'mails', header: 'E-mails', width: '288px', cell: (purchase) => <MailsCell purchase={purchase} /> },
]

/** People who bought and did not get in. */
export function WaitingBuyers() {
  const list = useInfiniteQuery({ ...webhookQueries.waiting(), placeholderData: keepPreviousData })
  return (
    <Stack as="section" gap={16} aria-labelledby={PARTS.waiting}>
      <h2 id={PARTS.waiting} className={page.subtitle}>
        Comprou e não entrou
      </h2>
      <p className={text.lead}>
        Cada uma destas pessoas recebeu um e-mail com a entrada. O plano fica guardado até elas criarem a
        conta ou confirmarem o e-mail.
      </p>
      <DataTable
        caption="Compras que esperam a pessoa, da mais nova para a mais antiga"
        columns={COLUMNS}
        list={list}
        keyOf={({ id }) => id}
        empty={<p className={text.soft}>Todo mundo que comprou já entrou.</p>}
      />
    </Stack>
  )
}

type Props = { purchase: WaitingPurchase }

function BuyerCell({ purchase: { email, step, person } }: Props) {
  return (
    <Stack as="span" gap={4} align="start" className={classes.buyer}>
      <span className={classes.email}>{email}</span>
      <span className={classes.hint}>
        {WAITING[step].state}
        {person && (
          <>
            {': '}
            <Link to="/app/admin/users/$userId/edit" params={{ userId: person.id }}>
              {person.name}
            </Link>
          </>
        )}
      </span>
    </Stack>
  )
}

function SoldCell({ purchase: { planName, provider, offer, createdAt } }: Props) {
  return (
    <Stack as="span" gap={4} align="start">
      <span>Plano {planName}</span>
      <span className={classes.hint}>
        {PROVIDERS[provider].name}, <time dateTime={createdAt}>{formatMomentInWords(createdAt)}</time>
      </span>
      {offer && <span className={classes.hint}>{offer}</span>}
    </Stack>
  )
}

function MailsCell({ purchase }: Props) {
  const { mailsSent, lastMailAt } = purchase
  return (
    <Row as="span" gap={16} justify="between">
      <Stack as="span" gap={4} align="start">
        <span>{sayMails(mailsSent)}</span>
        {lastMailAt && (
          <span className={classes.hint}>
            Último <time dateTime={lastMailAt}>{formatMomentInWords(lastMailAt)}</time>
          </span>
        )}
      </Stack>
      <ResendWayIn purchase={purchase} />
    </Row>
  )
}

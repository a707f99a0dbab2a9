import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import classes from '#client/entities/billing/purchase-claim.module.css'
import { purchaseClaimQueries } from '#client/entities/billing/purchase-claims.api.ts'
import { planChanged } from '#client/entities/billing/subscription.api.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { ConfirmedPurchase } from '#shared/contract/purchase-claims.ts'

type Props = {
  /** The value of `compra=` in the address. */
  token: string
  /** Removes it from the address. */
  onDone: () => void
}

/** Confirms the purchase claim of a mail's link, and shows the outcome. */
export function ConfirmPurchaseClaim({ token, onDone }: Props) {
  const cache = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(purchaseClaimQueries.confirmed(token))
  useEffect(() => {
    if (data) void planChanged(cache)
  }, [data, cache])

  if (data) return <Outcome purchase={data} onDone={onDone} />
  if (error && !isFetching) {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
    return (
      <Message title="Não deu para confirmar a compra" onDone={onDone}>
        <p role="alert">{errorText(error)}</p>
        {!isRefused && <Button onClick={() => void refetch()}>Tentar de novo</Button>}
      </Message>
    )
  }
  return (
    <Sheet title="Confirmando sua compra…" onDismiss={onDone}>
      <p role="status" className={text.soft}>
        Só um instante.
      </p>
    </Sheet>
  )
}

function Outcome({ purchase, onDone }: { purchase: ConfirmedPurchase; onDone: () => void }) {
  const { email, planNames } = purchase
  if (planNames.length === 0) {
    return (
      <Message title="Nenhum plano para liberar" onDone={onDone} doneLabel="Entendi">
        <p>
          O e-mail {email} está confirmado, mas não há plano ativo à espera nele: a compra pode ter sido
          cancelada, ou já está em outra conta. Se você tem uma conta com esse e-mail, entre por ela.
        </p>
      </Message>
    )
  }
  return (
    <Message title="Compra confirmada" onDone={onDone} doneLabel="Ver meu plano" isGood>
      <p role="status" className={classes.ticket}>
        <strong className={classes.plan}>{nameList.format(planNames)}</strong>
        <span className={classes.stub}>O que você comprou com {email} agora está nesta conta.</span>
      </p>
    </Message>
  )
}

const nameList = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

type MessageProps = {
  title: string
  /** Missing where × is enough. */
  doneLabel?: string
  onDone: () => void
  isGood?: boolean
  children: ReactNode
}

function Message({ title, doneLabel, onDone, isGood = false, children }: MessageProps) {
  return (
    <Sheet title={title} onDismiss={onDone}>
      <Stack gap={16} align="start" className={classes.words}>
        {children}
      </Stack>
      {doneLabel && (
        <Row gap={12}>
          <Button variant={isGood ? 'filled' : 'default'} onClick={onDone}>
            {doneLabel}
          </Button>
        </Row>
      )}
    </Sheet>
  )
}

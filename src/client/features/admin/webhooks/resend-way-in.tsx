import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { WaitingPurchase } from '#shared/contract/waiting-purchases.ts'
import { resendWayIn } from './webhooks.api.ts'

const sayFailure = (error: Error) =>
  error instanceof ApiError && error.code === 'RATE_LIMITED'
    ? 'Este endereço recebeu um e-mail há menos de uma hora. Espere um pouco antes de reenviar.'
    : errorText(error)

export function ResendWayIn({ purchase: { id, email, mailsSent } }: { purchase: WaitingPurchase }) {
  const client = useQueryClient()
  const mail = useMutation({
    mutationFn: () => resendWayIn(client, id),
    onSuccess: () => showToast(`E-mail enviado para ${email}.`, 'success'),
    onError: (error) => showToast(sayFailure(error), 'error'),
  })
  const label = mailsSent === 0 ? 'Enviar' : 'Reenviar'
  return (
    <Button
      variant="default"
      aria-label={`${label} o e-mail para ${email}`}
      loading={mail.isPending}
      onClick={() => mail.mutate()}
    >
      {label}
    </Button>
  )
}

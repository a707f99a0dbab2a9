import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { inHouse } from '#client/lib/browser/house.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { request } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { AuthMessage } from './auth-message.tsx'

/** The link in a mail to many, which needs no sign-in. */
export function MailOptOut({ token }: { token: string }) {
  usePageTitle('Não receber mais e-mails')
  const optOut = useMutation({
    mutationFn: () => request<null>('POST', '/mail-opt-outs', { body: { token } }),
  })
  if (optOut.isSuccess) {
    return (
      <AuthMessage
        title="Pronto, sem mais e-mails"
        actions={
          <LinkButton to="/app/me" size="lg">
            Abrir Seu perfil
          </LinkButton>
        }
      >
        <p role="status">
          Você não recebe mais os e-mails que a casa manda a muitas pessoas. Os da sua conta, como o de uma
          senha nova, continuam. Para voltar a receber, abra Seu perfil.
        </p>
      </AuthMessage>
    )
  }
  return (
    <AuthMessage
      title="Não quer mais receber?"
      actions={
        <>
          <FormAlert>{optOut.error ? errorText(optOut.error) : undefined}</FormAlert>
          <Button size="lg" fullWidth loading={optOut.isPending} onClick={() => optOut.mutate()}>
            Não receber mais
          </Button>
        </>
      }
    >
      <p>{inHouse('Com um toque, os e-mails do Elenco a muitas pessoas deixam de chegar neste endereço.')}</p>
    </AuthMessage>
  )
}

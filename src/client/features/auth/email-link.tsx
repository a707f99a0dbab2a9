import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { inHouse } from '#client/lib/browser/house.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { ApiError, request } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import type { ChangedEmail, RestoredEmail } from '#shared/contract/email-changes.ts'
import { AuthMessage } from './auth-message.tsx'
import { MailOptOut } from './mail-opt-out.tsx'

/** The links of a changed address and of mails to many, whose tokens are used by a press: mail scanners open pages. */
export function EmailLink({ hash }: { hash: string }) {
  const tokens = new URLSearchParams(hash)
  const notices = tokens.get('avisos')
  if (notices) return <MailOptOut token={notices} />
  const back = tokens.get('volta')
  return back ? <Undo token={back} /> : <Confirm token={tokens.get('novo') ?? ''} />
}

const isSpent = (error: Error | null) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

function Confirm({ token }: { token: string }) {
  usePageTitle('Confirmar novo e-mail')
  const confirm = useMutation({
    mutationFn: () => request<ChangedEmail>('POST', '/email-changes/confirm', { body: { token } }),
  })
  if (confirm.data) {
    return (
      <AuthMessage
        title="E-mail trocado"
        actions={
          // A page load, so that an open session shows its new address.
          <Button component="a" href="/app" size="lg" fullWidth>
            {inHouse('Ir para o Elenco')}
          </Button>
        }
      >
        <p role="status">
          Sua conta agora usa <strong>{confirm.data.email}</strong>. Os outros aparelhos saíram dela, e o
          e-mail de antes recebeu um aviso.
        </p>
      </AuthMessage>
    )
  }
  if (isSpent(confirm.error)) return <Spent error={confirm.error} />
  return (
    <AuthMessage
      title="Confirme seu novo e-mail"
      actions={
        <>
          <FormAlert>{confirm.error ? errorText(confirm.error) : undefined}</FormAlert>
          <Button size="lg" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
            Usar este e-mail
          </Button>
        </>
      }
    >
      <p>
        Com um toque, sua conta passa a usar o endereço em que este link chegou, e sai dos outros aparelhos.
      </p>
    </AuthMessage>
  )
}

function Undo({ token }: { token: string }) {
  usePageTitle('Desfazer a troca de e-mail')
  const undo = useMutation({
    mutationFn: () => request<RestoredEmail>('POST', '/email-changes/undo', { body: { token } }),
    onSuccess: ({ passwordToken }) =>
      location.assign(`/reset-password?${new URLSearchParams({ token: passwordToken })}`),
  })
  if (isSpent(undo.error)) return <Spent error={undo.error} />
  return (
    <AuthMessage
      title="Foi você que trocou o e-mail?"
      actions={
        <>
          <FormAlert>{undo.error ? errorText(undo.error) : undefined}</FormAlert>
          <Button
            size="lg"
            fullWidth
            loading={undo.isPending || undo.isSuccess}
            onClick={() => undo.mutate()}
          >
            Desfazer a troca
          </Button>
        </>
      }
    >
      <p>
        Se não foi, desfaça: a conta volta a usar este endereço, sai de todos os aparelhos, e você cria outra
        senha em seguida. Se foi você, é só fechar esta página.
      </p>
    </AuthMessage>
  )
}

const Spent = ({ error }: { error: Error | null }) => (
  <AuthMessage
    title="Não deu para usar este link"
    actions={
      <LinkButton to="/sign-in" size="lg">
        Ir para a entrada
      </LinkButton>
    }
  >
    <p role="alert">{errorText(error)}</p>
    <p>{inHouse('Peça outro em Seu perfil, ou fale com quem cuida do Elenco.')}</p>
  </AuthMessage>
)

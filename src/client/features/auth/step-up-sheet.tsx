import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { answerWithPasskey, passkeyErrorText } from '#client/entities/account/passkeys.ts'
import { hasSecondFactor, securityQuery } from '#client/entities/account/security.api.ts'
import { canUsePasskeys } from '#client/lib/browser/can-use-passkeys.ts'
import { inHouse } from '#client/lib/browser/house.ts'
import { authErrorText } from '#client/lib/text/error-text.ts'
import textButton from '#client/ui/buttons/text-button.module.css'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Security } from '#shared/contract/second-factor.ts'
import { SECOND_FACTOR } from '#shared/contract/second-factor-form.ts'
import { googleAddress } from './auth.api.ts'
import { CodeProof, PasswordProof } from './step-up-forms.tsx'

type Props = {
  email: string
  /** Called once the server has accepted a proof. */
  onProved: () => void
  onDismiss: () => void
}

/** Asks for a code, a passkey, the password or a sign-in with Google, whichever the account has. */
export function StepUpSheet({ email, onProved, onDismiss }: Props) {
  const security = useQuery(securityQuery())
  const cancel = (
    <Button variant="default" onClick={onDismiss}>
      Cancelar
    </Button>
  )
  return (
    <Sheet title="Confirme que é você" onDismiss={onDismiss}>
      <p className={text.soft}>
        É uma proteção para o caso de outra pessoa usar o seu aparelho. Vale por {SECOND_FACTOR.proofMinutes}{' '}
        minutos, e o que você preencheu continua na página.
      </p>
      {security.isPending && <Skeletons label="Carregando as formas de confirmar" heights={[80, 44]} />}
      {security.data && <Ways security={security.data} email={email} onProved={onProved} cancel={cancel} />}
      {security.isError && !security.data && (
        <>
          <LoadFailure query={security}>{authErrorText(security.error)}</LoadFailure>
          <Row>{cancel}</Row>
        </>
      )}
    </Sheet>
  )
}

type WaysProps = { security: Security; email: string; onProved: () => void; cancel: ReactNode }

function Ways({ security, email, onProved, cancel }: WaysProps) {
  const { hasTotp, passkeys } = security
  const acceptsPassword = !hasTotp && security.hasPassword && !needsFactor(security)
  const usesPasskey = passkeys.length > 0 && canUsePasskeys()
  const passkey = useMutation({ mutationFn: () => answerWithPasskey(), onSuccess: onProved })
  if (!hasTotp && !acceptsPassword && !usesPasskey) {
    return passkeys.length > 0 ? (
      <PasskeyElsewhere cancel={cancel} />
    ) : (
      <ByGoogle onProved={onProved} cancel={cancel} />
    )
  }
  const byPasskey = usesPasskey && (
    <button
      type="button"
      className={textButton.root}
      disabled={passkey.isPending}
      onClick={() => passkey.mutate()}
    >
      Usar uma chave de acesso
    </button>
  )
  return (
    <>
      {hasTotp && (
        <CodeProof onProved={onProved} cancel={cancel}>
          {byPasskey}
        </CodeProof>
      )}
      {acceptsPassword && <PasswordProof email={email} onProved={onProved} cancel={cancel} />}
      {acceptsPassword && byPasskey && <Row>{byPasskey}</Row>}
      <FormAlert>{passkey.error ? passkeyErrorText(passkey.error) : undefined}</FormAlert>
      {!hasTotp && !acceptsPassword && (
        <Row gap={12}>
          <Button loading={passkey.isPending} onClick={() => passkey.mutate()}>
            Usar chave de acesso
          </Button>
          {cancel}
        </Row>
      )}
    </>
  )
}

/** An administrator whom the house asks for more than a password. */
const needsFactor = (security: Security): boolean =>
  security.requiredFrom !== null &&
  Date.parse(security.requiredFrom) <= Date.now() &&
  hasSecondFactor(security)

const PasskeyElsewhere = ({ cancel }: { cancel: ReactNode }) => (
  <>
    <p role="alert">
      A sua chave de acesso não funciona neste navegador. Abra {inHouse('o Elenco')} onde você a criou, ou
      saia da conta e entre de novo.
    </p>
    <Row>{cancel}</Row>
  </>
)

/** Opens Google in a tab of its own, because this page keeps what was filled in. False if the browser opens none. */
async function openGoogle(): Promise<boolean> {
  // Before the request: browsers block tabs that open long after the press.
  const tab = window.open('', '_blank')
  if (!tab) return false
  try {
    tab.location.replace(await googleAddress('/app'))
    return true
  } catch (error) {
    tab.close()
    throw error
  }
}

function ByGoogle({ onProved, cancel }: Pick<WaysProps, 'onProved' | 'cancel'>) {
  const leave = useMutation({ mutationFn: openGoogle })
  const isOpen = leave.data === true
  const isBlocked = leave.data === false
  return (
    <>
      <p role="status">{isOpen ? GOOGLE_IS_OPEN : GOOGLE_OPENS}</p>
      <FormAlert>{isBlocked ? TAB_BLOCKED : leave.error ? authErrorText(leave.error) : undefined}</FormAlert>
      <Row gap={12}>
        {isOpen ? (
          <Button onClick={onProved}>Já entrei, continuar</Button>
        ) : (
          <Button loading={leave.isPending} onClick={() => leave.mutate()}>
            Entrar de novo com o Google
          </Button>
        )}
        {cancel}
      </Row>
    </>
  )
}

const GOOGLE_OPENS = 'Você entra pelo Google. Ele abre em outra aba, e esta página espera por você.'
const GOOGLE_IS_OPEN =
  'Entre com o Google na aba que abriu. Depois feche aquela aba, volte a esta e continue.'
const TAB_BLOCKED = inHouse(
  'O navegador não deixou abrir outra aba. Permita as janelas do Elenco e tente de novo.',
)

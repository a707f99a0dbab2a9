import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CodeField } from '#client/entities/account/code-field.tsx'
import { securityCalls } from '#client/entities/account/security.api.ts'
import { isTouch } from '#client/lib/browser/is-touch.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Enrolment } from '#shared/contract/second-factor.ts'
import { CodeForm } from '#shared/contract/second-factor-form.ts'
import { meQueries } from '../me.api.ts'
import { PasswordStep } from './password-step.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodesSheet } from './recovery-codes.tsx'
import classes from './security.module.css'
import { groupKey, keyOf } from './security-texts.ts'

type Props = { email: string; hasPassword: boolean; onDone: () => void; onDismiss: () => void }

/** Enrols an app in three steps: password, key and code, recovery codes. */
export function EnableTotpSheet({ email, hasPassword, onDone, onDismiss }: Props) {
  const cache = useQueryClient()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [isVerified, setVerified] = useState(false)
  const handleVerified = () => {
    setVerified(true)
    // The session was replaced, too.
    void cache.invalidateQueries({ queryKey: meQueries.current().queryKey })
  }

  if (enrolment && isVerified) {
    return (
      <RecoveryCodesSheet
        title="Ativada. Agora guarde os códigos"
        codes={enrolment.backupCodes}
        email={email}
        onKept={onDone}
      />
    )
  }
  if (enrolment) {
    return <KeyStep totpURI={enrolment.totpURI} onVerified={handleVerified} onDismiss={onDismiss} />
  }
  return (
    <Sheet title="Ativar a verificação em duas etapas" onDismiss={onDismiss}>
      <p className={text.soft}>
        Ao entrar, você digita também um código de seis números que muda a cada 30 segundos. Quem o mostra é
        um aplicativo no seu celular: o Google Authenticator, o Microsoft Authenticator ou o gerenciador de
        senhas que você já usa.
      </p>
      <PasswordStep
        email={email}
        hasPassword={hasPassword}
        submitLabel="Continuar"
        submit={async (body) => {
          // Else a proof that is too old would be asked for next, by the same password.
          if (body.password) await securityCalls.prove({ password: body.password })
          setEnrolment(await securityCalls.enable(body))
        }}
        onDismiss={onDismiss}
      />
    </Sheet>
  )
}

type KeyProps = { totpURI: string; onVerified: () => void; onDismiss: () => void }

function KeyStep({ totpURI, onVerified, onDismiss }: KeyProps) {
  const key = keyOf(totpURI)
  const field = useRef<HTMLInputElement>(null)
  // A phone's keyboard would cover the QR code.
  useEffect(() => {
    if (!isTouch()) field.current?.focus()
  }, [])
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: CodeForm,
    initialValues: { code: '' },
    submit: async (body) => {
      await securityCalls.verifyCode(body)
      onVerified()
    },
  })
  return (
    <Sheet title="Ligue o aplicativo à sua conta" onDismiss={onDismiss}>
      <p className={text.soft}>No aplicativo, adicione uma conta e aponte a câmera para este código.</p>
      <Stack gap={16} className={classes.keyStep}>
        <QrCode text={totpURI} label="Código QR com a chave que está escrita ao lado" />
        <Stack gap={4} align="start" className={classes.keyWords}>
          <p className={text.hint}>Sem câmera? Digite esta chave no aplicativo:</p>
          <p className={classes.key}>{groupKey(key)}</p>
          <CopyButton text={key} label="Copiar a chave" isLabelled />
          {isTouch() && (
            <a href={totpURI} className={classes.appLink}>
              Abrir no aplicativo deste celular
            </a>
          )}
        </Stack>
      </Stack>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <CodeField
          ref={field}
          label="Código que o aplicativo mostra"
          {...form.getInputProps('code')}
          onComplete={() => isSubmitting || handleSubmit()}
        />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            Ativar
          </Button>
          <Button variant="default" onClick={onDismiss}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { securityCalls, securityQuery } from '#client/entities/account/security.api.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Security } from '#shared/contract/second-factor.ts'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodesSheet } from './recovery-codes.tsx'
import { requirementText } from './security-texts.ts'

type Props = { email: string; security: Security; onDone: () => void; onDismiss: () => void }

export function RenewCodesSheet({ email, security, onDone, onDismiss }: Props) {
  const cache = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) {
    return <RecoveryCodesSheet title="Guarde os códigos novos" codes={codes} email={email} onKept={onDone} />
  }
  return (
    <Sheet title="Criar outros códigos de recuperação?" onDismiss={onDismiss}>
      <p className={text.soft}>Os que você guardou antes deixam de valer na hora, mesmo os que sobraram.</p>
      <PasswordStep
        email={email}
        hasPassword={security.hasPassword}
        submitLabel="Criar códigos novos"
        submit={async (body) => {
          setCodes((await securityCalls.renewRecoveryCodes(body)).backupCodes)
          void cache.invalidateQueries({ queryKey: securityQuery().queryKey })
        }}
        onDismiss={onDismiss}
      />
    </Sheet>
  )
}

export function DisableTotpSheet({ email, security, onDone, onDismiss }: Props) {
  const cache = useQueryClient()
  const requirement = security.passkeys.length === 0 && requirementText(security)
  return (
    <Sheet title="Desativar a verificação em duas etapas?" onDismiss={onDismiss}>
      <p className={text.soft}>
        {security.hasPassword && 'Quem descobrir a sua senha passa a entrar na sua conta. '}O código deixa de
        ser pedido ao entrar, e os códigos de recuperação deixam de valer.
      </p>
      {requirement && <p>{requirement}</p>}
      <PasswordStep
        email={email}
        hasPassword={security.hasPassword}
        submitLabel="Desativar"
        isDanger
        submit={async (body) => {
          await securityCalls.disable(body)
          await cache.invalidateQueries({ queryKey: securityQuery().queryKey })
          showToast('Verificação em duas etapas desativada.', 'success')
          onDone()
        }}
        onDismiss={onDismiss}
      />
    </Sheet>
  )
}

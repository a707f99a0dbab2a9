import { IconShieldExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { hasSecondFactor, securityQuery } from '#client/entities/account/security.api.ts'
import { authErrorText } from '#client/lib/text/error-text.ts'
import callout from '#client/ui/feedback/callout.module.css'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { MeSection } from '../me-section.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { requirementText } from './security-texts.ts'
import { TotpPart } from './totp-part.tsx'

type Props = {
  email: string
  /** Proposed as the name of a new passkey. */
  deviceName: string
}

/** The second factor and the passkeys of the signed-in user. */
export function MeSecurity({ email, deviceName }: Props) {
  const security = useQuery(securityQuery())
  const { data } = security
  const requirement = data && !hasSecondFactor(data) && requirementText(data)
  return (
    <MeSection place="seguranca" title="Segurança" lead="O que garante que só você entra na conta.">
      {security.isPending && (
        <div style={{ width: '100%' }}>
          <Skeletons label="Carregando a segurança da conta" heights={[120, 120]} gap={24} />
        </div>
      )}
      {security.isError && !data && (
        <LoadFailure query={security}>{authErrorText(security.error)}</LoadFailure>
      )}
      {requirement && (
        <Row gap={12} align="start" wrap={false} className={callout.root}>
          <IconShieldExclamation size={22} aria-hidden />
          <p>{requirement}</p>
        </Row>
      )}
      {data && (
        <>
          <TotpPart email={email} security={data} />
          <PasskeysPart passkeys={data.passkeys} deviceName={deviceName} />
        </>
      )}
    </MeSection>
  )
}

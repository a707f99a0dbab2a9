import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { securityCalls, securityQuery } from '#client/entities/account/security.api.ts'
import { inHouse } from '#client/lib/browser/house.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import callout from '#client/ui/feedback/callout.module.css'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Security } from '#shared/contract/second-factor.ts'
import me from '../me.module.css'
import classes from './security.module.css'
import { countCodes } from './security-texts.ts'

const EnableTotpSheet = lazy(() =>
  import('./enable-totp-sheet.tsx').then((it) => ({ default: it.EnableTotpSheet })),
)
const RenewCodesSheet = lazy(() =>
  import('./totp-sheets.tsx').then((it) => ({ default: it.RenewCodesSheet })),
)
const DisableTotpSheet = lazy(() =>
  import('./totp-sheets.tsx').then((it) => ({ default: it.DisableTotpSheet })),
)

/** At this number of recovery codes, or fewer, new ones are advised. */
const FEW_CODES = 3

type Props = { email: string; security: Security }

export function TotpPart({ email, security }: Props) {
  const [sheet, setSheet] = useState<'enable' | 'renew' | 'disable'>()
  const heading = useRef<HTMLHeadingElement>(null)
  const handleDone = () => {
    setSheet(undefined)
    // The button that opened the sheet may be gone.
    setTimeout(() => heading.current?.focus())
  }
  const sheetProps = { email, onDone: handleDone, onDismiss: () => setSheet(undefined) }
  return (
    <Stack gap={12} align="start" className={classes.part}>
      <Row gap={12}>
        <h3 ref={heading} tabIndex={-1} className={classes.name}>
          Verificação em duas etapas
        </h3>
        {security.hasTotp && <span className={text.pill}>Ativada</span>}
      </Row>
      {security.hasTotp ? (
        <Enabled
          security={security}
          onRenew={() => setSheet('renew')}
          onDisable={() => setSheet('disable')}
        />
      ) : (
        <>
          <p className={me.soft}>
            Ao entrar, {inHouse('o Elenco')} pede também um código do aplicativo do seu celular. Quem
            descobrir a sua senha não entra sem ele.
          </p>
          <Button variant="default" onClick={() => setSheet('enable')}>
            Ativar
          </Button>
        </>
      )}
      <Suspense>
        {sheet === 'enable' && <EnableTotpSheet {...sheetProps} hasPassword={security.hasPassword} />}
        {sheet === 'renew' && <RenewCodesSheet {...sheetProps} security={security} />}
        {sheet === 'disable' && <DisableTotpSheet {...sheetProps} security={security} />}
      </Suspense>
    </Stack>
  )
}

type EnabledProps = { security: Security; onRenew: () => void; onDisable: () => void }

function Enabled({ security, onRenew, onDisable }: EnabledProps) {
  const { recoveryCodesLeft: left, trustedDevices } = security
  return (
    <>
      <p className={me.soft}>Ao entrar, você digita também o código que o aplicativo mostra.</p>
      {left <= FEW_CODES && (
        <p className={callout.root} data-tone={left === 0 ? 'danger' : undefined}>
          {left === 0 ? (
            <strong>Os códigos de recuperação acabaram.</strong>
          ) : (
            <strong>{left === 1 ? 'Resta 1 código' : `Restam ${left} códigos`} de recuperação.</strong>
          )}{' '}
          Crie outros agora: sem eles, perder o celular é perder o acesso à conta.
        </p>
      )}
      <ul className={classes.facts}>
        <Row as="li" gap={16} justify="between" className={classes.fact}>
          <Stack gap={4}>
            <strong>Códigos de recuperação</strong>
            <span className={me.soft}>{left === 0 ? 'Nenhum sem uso' : `${countCodes(left)} sem uso`}</span>
          </Stack>
          <Button variant="default" onClick={onRenew}>
            Criar outros
          </Button>
        </Row>
        <Row as="li" gap={16} justify="between" className={classes.fact}>
          <Stack gap={4}>
            <strong>Aparelhos de confiança</strong>
            <span className={me.soft}>{trustText(trustedDevices)}</span>
          </Stack>
          {trustedDevices > 0 && <DistrustButton />}
        </Row>
      </ul>
      <Button variant="default" className={me.danger} onClick={onDisable}>
        Desativar a verificação
      </Button>
    </>
  )
}

function trustText(count: number): string {
  if (count === 0) return 'Nenhum: todos pedem o código'
  return count === 1 ? '1 aparelho entra sem o código' : `${count} aparelhos entram sem o código`
}

function DistrustButton() {
  const cache = useQueryClient()
  const distrust = useMutation({
    mutationFn: () => securityCalls.distrustDevices(),
    onSuccess: async () => {
      showToast('Agora todos os aparelhos pedem o código ao entrar.', 'success')
      await cache.invalidateQueries({ queryKey: securityQuery().queryKey })
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <Button variant="default" loading={distrust.isPending} onClick={() => distrust.mutate()}>
      Deixar de confiar em todos
    </Button>
  )
}

import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { inHouse } from '#client/lib/browser/house.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatDay } from '#client/lib/text/format.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { Me } from '#shared/contract/me.ts'
import { TERMS_VERSION } from '#shared/contract/terms.ts'
import { meCalls, meQueries } from './me.api.ts'
import classes from './me.module.css'

/** Asks for consent to the current terms, unless the account gave it. */
export function TermsSheet({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const me = useQuery(meQueries.current())
  const cache = useQueryClient()
  const accept = useMutation({
    mutationFn: meCalls.acceptTerms,
    onSuccess: () =>
      cache.setQueryData(meQueries.current().queryKey, (it?: Me) => it && { ...it, hasAcceptedTerms: true }),
  })
  if (me.data?.hasAcceptedTerms !== false) return null
  return (
    <Sheet title={me.data.termsAcceptedAt ? 'Os termos mudaram' : 'Antes de entrar em cena'}>
      <p className={classes.soft}>
        {me.data.termsAcceptedAt
          ? `Há uma versão nova, de ${formatDay(TERMS_VERSION)}, dos `
          : inHouse('Para usar o Elenco, é preciso o seu aceite dos ')}
        <a href="/terms" target="_blank" rel="noopener">
          termos de uso
        </a>{' '}
        e da{' '}
        <a href="/privacy" target="_blank" rel="noopener">
          política de privacidade
        </a>
        . Eles dizem o que guardamos, para quê, e como você leva ou apaga tudo.
      </p>
      <FormAlert>{accept.error ? errorText(accept.error) : undefined}</FormAlert>
      <Row gap={12}>
        <Button loading={accept.isPending} onClick={() => accept.mutate()}>
          Li e aceito
        </Button>
        <Button variant="default" onClick={() => void onSignOut()}>
          Agora não, sair
        </Button>
      </Row>
    </Sheet>
  )
}

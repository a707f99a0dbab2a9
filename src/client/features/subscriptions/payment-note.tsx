import { Button, Loader } from '@mantine/core'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import callout from '#client/ui/feedback/callout.module.css'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { checkoutStorage } from './checkout-storage.ts'
import classes from './payment-note.module.css'
import type { OpenedPage } from './use-payment.ts'

type Props = {
  userId: string
  page?: OpenedPage | undefined
  /** Why a page was not opened. */
  failure: string | undefined
}

/** The pending payment with a link to it, or why its page did not open. */
export function PaymentNote({ userId, page, failure }: Props) {
  const isWaiting = useSyncExternalStore(checkoutStorage.subscribe, () => Boolean(checkoutStorage.of(userId)))
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (page || failure) region.current?.scrollIntoView({ block: 'center' })
  }, [page, failure])
  const handleGiveUp = () => {
    region.current?.focus()
    checkoutStorage.forget()
  }
  // The live region stays mounted, so that screen readers announce its content.
  return (
    <>
      <div ref={region} role="status" tabIndex={-1} className={classes.region}>
        {isWaiting && (
          <Stack gap={12} className={callout.root}>
            <Row as="p" gap={12} align="start" wrap={false}>
              <Loader size={20} aria-hidden />
              <span>
                <strong>Esperando o pagamento.</strong>{' '}
                {page && !page.isOpened
                  ? 'O navegador não abriu a página de pagamento. Abra pelo botão; esta tela fica esperando.'
                  : 'Pague na outra aba e volte para cá: assim que a confirmação chegar, tudo abre sozinho. Pix leva instantes; boleto, até três dias úteis.'}
              </span>
            </Row>
            <Row>
              {page && (
                <Button
                  component="a"
                  href={page.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  variant={page.isOpened ? 'default' : 'filled'}
                >
                  {page.isOpened ? 'Abrir o pagamento de novo' : 'Ir para o pagamento'}
                </Button>
              )}
              <Button variant="subtle" onClick={handleGiveUp}>
                Desisti de pagar
              </Button>
            </Row>
          </Stack>
        )}
      </div>
      <FormAlert>{failure}</FormAlert>
    </>
  )
}

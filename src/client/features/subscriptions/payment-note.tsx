import { Button, Loader } from '@mantine/core'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { checkoutStorage } from './checkout-storage.ts'
import classes from './payment-note.module.css'
import type { OpenedPage } from './use-payment.ts'

type Props = {
  userId: string
  page?: OpenedPage | undefined
  /** Why a page was not opened. */
  failure: string | undefined
}

/** That a payment is waited for, and the way to it; or why there is none. */
export function PaymentNote({ userId, page, failure }: Props) {
  const isWaiting = useSyncExternalStore(checkoutStorage.subscribe, () => Boolean(checkoutStorage.of(userId)))
  const region = useRef<HTMLDivElement>(null)
  // What was pressed may stand far below.
  useEffect(() => {
    if (page || failure) region.current?.scrollIntoView({ block: 'center' })
  }, [page, failure])
  const handleGiveUp = () => {
    // The button goes with the note.
    region.current?.focus()
    checkoutStorage.forget()
  }
  // Always there: readers announce what enters it.
  return (
    <>
      <div ref={region} role="status" tabIndex={-1} className={classes.region}>
        {isWaiting && (
          <div className={classes.note}>
            <p className={classes.words}>
              <Loader size={20} aria-hidden />
              <span>
                <strong>Esperando o pagamento.</strong>{' '}
                {page && !page.isOpened
                  ? 'O navegador não abriu a página de pagamento. Abra pelo botão; esta tela fica esperando.'
                  : 'Pague na outra aba e volte para cá: assim que a confirmação chegar, tudo abre sozinho. Pix leva instantes; boleto, até três dias úteis.'}
              </span>
            </p>
            <div className={classes.actions}>
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
            </div>
          </div>
        )}
      </div>
      <FormAlert>{failure}</FormAlert>
    </>
  )
}

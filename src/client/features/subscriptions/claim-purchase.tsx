import { Button, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import classes from '#client/entities/billing/purchase-claim.module.css'
import { purchaseClaimCalls } from '#client/entities/billing/purchase-claims.api.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { GivenEmailForm } from '#shared/contract/auth.ts'
import type { PurchaseClaim } from '#shared/contract/purchase-claims.ts'

/** "Já comprei com outro e-mail": sends a link there that moves the purchase to this account. */
export function ClaimPurchase() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState<PurchaseClaim>()
  return (
    <Stack gap={4} align="start">
      <button
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Já comprei com outro e-mail
        <IconChevronDown size={18} aria-hidden />
      </button>
      {/* Keeps the typed text while it is closed. */}
      <div id={id} hidden={!isOpen} className={classes.body}>
        {sent ? (
          <Sent claim={sent} onOther={() => setSent(undefined)} />
        ) : (
          <ClaimForm isShown={isOpen} onSent={setSent} />
        )}
      </div>
    </Stack>
  )
}

type FormProps = { isShown: boolean; onSent: (claim: PurchaseClaim) => void }

function ClaimForm({ isShown, onSent }: FormProps) {
  const field = useRef<HTMLInputElement>(null)
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: GivenEmailForm,
    initialValues: { email: '' },
    submit: async (body) => onSent(await purchaseClaimCalls.claim(body)),
  })
  useEffect(() => {
    if (isShown) field.current?.focus()
  }, [isShown])
  return (
    <Stack as="form" gap={16} align="start" noValidate onSubmit={handleSubmit} className={classes.form}>
      <p>
        O pagamento ficou em outro endereço? Enviamos um link para lá: quem recebe o e-mail da compra é quem
        pode trazê-la para esta conta.
      </p>
      <TextInput
        label="E-mail da compra"
        description="O mesmo em que o recibo chegou"
        type="email"
        name="purchase-email"
        autoComplete="email"
        inputMode="email"
        size="lg"
        {...form.getInputProps('email')}
        ref={field}
      />
      <FormAlert>{failure}</FormAlert>
      <Button type="submit" variant="default" loading={isSubmitting}>
        Enviar link
      </Button>
    </Stack>
  )
}

function Sent({ claim, onOther }: { claim: PurchaseClaim; onOther: () => void }) {
  const words = useRef<HTMLDivElement>(null)
  // The pressed button is unmounted.
  useEffect(() => words.current?.focus(), [])
  return (
    <Stack ref={words} tabIndex={-1} gap={16} align="start" className={classes.words}>
      <p>
        <strong>Confira a caixa de entrada de {claim.email}.</strong> Se houver uma compra com esse e-mail, o
        link chega em instantes e vale por {claim.validMinutes} minutos. Abra-o usando esta conta.
      </p>
      <p className={text.soft}>
        Não chegou? Olhe no spam, confira o endereço no recibo e, se você já tem uma conta com ele, entre por
        ela.
      </p>
      <Button variant="default" onClick={onOther}>
        Tentar outro e-mail
      </Button>
    </Stack>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { focusFirstField } from '#client/lib/forms/focus-first-field.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { withSessionEvent } from '#client/lib/http/session-events.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import callout from '#client/ui/feedback/callout.module.css'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { GivenEmailForm } from '#shared/contract/auth.ts'
import type { EmailChange } from '#shared/contract/email-changes.ts'
import { meCalls, meQueries } from './me.api.ts'
import classes from './me.module.css'

/** Changes the own address: the form, and the change that waits for the link on the new one. */
export function ChangeEmail() {
  const client = useQueryClient()
  const pending = useQuery({ ...meQueries.emailChange(), refetchOnWindowFocus: 'always' })
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const change = pending.data
  const wasWaiting = useRef(false)
  // The link opens in another tab or on another device.
  useEffect(() => {
    if (wasWaiting.current && change === null) void withSessionEvent(Promise.resolve())
    if (change !== undefined) wasWaiting.current = change !== null
  }, [change])
  const handleClosed = (next?: EmailChange | null) => {
    if (next !== undefined) client.setQueryData(meQueries.emailChange().queryKey, next)
    setOpen(false)
    // After the next render.
    setTimeout(() => opener.current?.focus())
  }
  if (isOpen) return <ChangeForm onDone={handleClosed} />
  return (
    <>
      {change && <Waiting change={change} onCancelled={() => handleClosed(null)} />}
      <Button ref={opener} variant="default" onClick={() => setOpen(true)}>
        {change ? 'Usar outro e-mail' : 'Trocar e-mail'}
      </Button>
    </>
  )
}

function Waiting({ change, onCancelled }: { change: EmailChange; onCancelled: () => void }) {
  const cancel = useMutation({
    mutationFn: meCalls.cancelEmailChange,
    onSuccess: () => {
      showToast('A troca foi cancelada: o e-mail continua o mesmo.', 'success')
      onCancelled()
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <Stack gap={12} role="status" className={callout.root}>
      <p>
        <strong>Falta confirmar {change.email}.</strong> Abra o link que enviamos para lá; ele vale até{' '}
        {formatMomentInWords(change.expiresAt)}. Até você abrir, a conta continua com o e-mail de antes.
      </p>
      <p className={classes.soft}>Não chegou? Olhe no spam e confira o endereço.</p>
      <Row>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Desistir da troca
        </Button>
      </Row>
    </Stack>
  )
}

function ChangeForm({ onDone }: { onDone: (change?: EmailChange) => void }) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: GivenEmailForm,
    initialValues: { email: '' },
    // A call that lacks a recent proof asks for password or code, and goes on.
    submit: async (body) => onDone(await meCalls.askEmailChange(body)),
  })
  return (
    <Stack
      as="form"
      ref={focusFirstField}
      gap={20}
      noValidate
      onSubmit={handleSubmit}
      className={classes.form}
    >
      <TextInput
        label="Novo e-mail"
        description="Um link vai para lá. Quando você o abrir, os outros aparelhos saem da conta, e o e-mail de antes recebe um aviso que desfaz a troca por 72 horas."
        name="new-email"
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        size="lg"
        {...form.getInputProps('email')}
      />
      <FormAlert>{failure}</FormAlert>
      <Row gap={12}>
        <Button type="submit" loading={isSubmitting}>
          Enviar link
        </Button>
        <Button variant="default" onClick={() => onDone()}>
          Cancelar
        </Button>
      </Row>
    </Stack>
  )
}

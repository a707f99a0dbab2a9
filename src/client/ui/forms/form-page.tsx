import { Button } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId, useRef } from 'react'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import type { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './form-page.module.css'
import { UnsavedGuard } from './unsaved-guard.tsx'

type Form = Pick<
  ReturnType<typeof useDraftedForm>,
  'handleSubmit' | 'isSubmitting' | 'failure' | 'isDirty' | 'isRestored' | 'onKeep' | 'onDiscard' | 'forget'
>

type Props = {
  title: string
  lead?: string
  state: Form
  /** A new row keeps its draft; leaving the form of a stored row asks first. */
  isNew: boolean
  submitLabel: string
  /** Address that the link beside the submit button leads to. */
  list: NonNullable<LinkProps['to']>
  cancelLabel?: string
  /** Another button, between the main one and the link. */
  second?: ReactNode
  /** Shown after the buttons. */
  note?: ReactNode
  children: ReactNode
}

/** The page of one form with a stored draft. */
export function FormPage({
  title,
  lead,
  state,
  isNew,
  submitLabel,
  list,
  cancelLabel = 'Cancelar',
  second,
  note,
  children,
}: Props) {
  usePageTitle(title)
  const form = useRef<HTMLFormElement>(null)
  // The pressed button disappears: move the focus to the first field.
  const answer = (choose: () => void) => () => {
    choose()
    form.current?.querySelector<HTMLElement>('[data-path]')?.focus()
  }
  return (
    <Stack as="form" gap={32} ref={form} noValidate onSubmit={state.handleSubmit}>
      <Stack as="header">
        <h1 className={text.title}>{title}</h1>
        {lead && <p className={text.lead}>{lead}</p>}
      </Stack>
      {state.isRestored && (
        <Callout
          actions={
            <>
              <Button size="sm" variant="default" onClick={answer(state.onKeep)}>
                Continuar daqui
              </Button>
              <Button size="sm" variant="subtle" className={classes.plain} onClick={answer(state.onDiscard)}>
                {isNew ? 'Começar do zero' : 'Voltar ao que está salvo'}
              </Button>
            </>
          }
        >
          <p>
            <strong>Recuperamos o que você tinha digitado.</strong> Ainda não está salvo.
          </p>
        </Callout>
      )}
      {children}
      <FormFoot failure={state.failure} hasSecond={Boolean(second)}>
        <Button type="submit" size="lg" loading={state.isSubmitting}>
          {submitLabel}
        </Button>
        {second}
        <LinkButton to={list} size="lg" variant="default">
          {cancelLabel}
        </LinkButton>
        {note}
        {isNew && state.isDirty && <p className={text.hint}>O rascunho fica guardado neste navegador.</p>}
      </FormFoot>
      <UnsavedGuard isDirty={!isNew && state.isDirty} onDiscard={state.forget}>
        O que você mudou aqui ainda não foi salvo.
      </UnsavedGuard>
    </Stack>
  )
}

type FootProps = {
  failure: string | undefined
  /** Phones have no room for the link beside two buttons. */
  hasSecond?: boolean
  children: ReactNode
}

/** The submit button, what belongs beside it and the form's error; sticks to the lower edge of the viewport. */
export const FormFoot = ({ failure, hasSecond = false, children }: FootProps) => (
  <Stack gap={12} className={classes.foot} data-second={hasSecond || undefined}>
    <FormAlert>{failure}</FormAlert>
    <Row gap={12}>{children}</Row>
  </Stack>
)

type GroupProps = {
  title: string
  lead?: string
  /** A help tip beside the title. */
  help?: ReactNode
  children: ReactNode
}

/** A titled group of fields; the title is in the margin where there is room. */
export function FieldGroup({ title, lead, help, children }: GroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.group}>
      <div className={classes.margin}>
        <Row wrap={false}>
          <h2 id={id}>{title}</h2>
          {help}
        </Row>
        {lead && <p>{lead}</p>}
      </div>
      <Stack gap={24} className={classes.fields}>
        {children}
      </Stack>
    </section>
  )
}

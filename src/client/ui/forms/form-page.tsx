import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, useId, useRef } from 'react'
import type { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
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
  /** What is kept already asks before it is left; what is new stays here as a draft. */
  isNew: boolean
  submitLabel: string
  /** The way back without saving. */
  cancel: ReactNode
  children: ReactNode
}

/** The page of one asset's form, whatever its fields. */
export function FormPage({ title, lead, state, isNew, submitLabel, cancel, children }: Props) {
  useDocumentTitle(`${title} · Elenco`)
  const form = useRef<HTMLFormElement>(null)
  // The button that answered is gone, and the focus goes on to the fields.
  const answer = (choose: () => void) => () => {
    choose()
    form.current?.querySelector<HTMLElement>('[data-path]')?.focus()
  }
  return (
    <form ref={form} noValidate onSubmit={state.handleSubmit} className={classes.form}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
      </header>
      {state.isRestored && (
        <div role="status" className={classes.restored}>
          <p>
            <strong>Recuperamos o que você tinha digitado.</strong> Ainda não está salvo.
          </p>
          <div className={classes.choices}>
            <Button size="sm" variant="default" onClick={answer(state.onKeep)}>
              Continuar daqui
            </Button>
            <Button size="sm" variant="subtle" className={classes.plain} onClick={answer(state.onDiscard)}>
              {isNew ? 'Começar do zero' : 'Voltar ao que está salvo'}
            </Button>
          </div>
        </div>
      )}
      {children}
      <div className={classes.foot}>
        <FormAlert>{state.failure}</FormAlert>
        <div className={classes.actions}>
          <Button type="submit" size="lg" loading={state.isSubmitting}>
            {submitLabel}
          </Button>
          {cancel}
          {isNew && state.isDirty && (
            <p className={classes.kept}>O rascunho fica guardado neste navegador.</p>
          )}
        </div>
      </div>
      <UnsavedGuard isDirty={!isNew && state.isDirty} onDiscard={state.forget}>
        O que você mudou aqui ainda não foi salvo.
      </UnsavedGuard>
    </form>
  )
}

type GroupProps = {
  title: string
  lead?: string
  /** What a question mark beside the title says. */
  help?: ReactNode
  children: ReactNode
}

/** Some fields that belong together: their name on the margin, themselves beside it. */
export function FieldGroup({ title, lead, help, children }: GroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.group}>
      <div className={classes.margin}>
        <div className={classes.name}>
          <h2 id={id}>{title}</h2>
          {help}
        </div>
        {lead && <p>{lead}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

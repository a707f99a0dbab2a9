import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { planOptions } from '#client/entities/billing/admin-plans.api.ts'
import { formDraftKey } from '#client/lib/forms/form-draft.ts'
import { saveChanges } from '#client/lib/forms/save-changes.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import type { QueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import callout from '#client/ui/feedback/callout.module.css'
import { FieldGroup, FormPage } from '#client/ui/forms/form-page.tsx'
import { PhoneInput } from '#client/ui/forms/phone-input.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { EditUserForm } from '#shared/contract/users-form.ts'
import classes from './edit-user.module.css'
import { PROVIDER_LABELS, ROLES } from './user-texts.ts'
import { changesTo, valuesOf } from './user-values.ts'
import { userCalls, userQueries, usersChanged } from './users.api.ts'

type Props = {
  user: AdminUser
  editorId: string
  plans: QueryState<AdminPlan[]>
  children: ReactNode
  onSaved: (user: AdminUser) => void
}

export function UserForm({ user, editorId, plans, children, onSaved }: Props) {
  const client = useQueryClient()
  // A refetched row must not turn untouched fields into changes.
  const [opened] = useState(user)
  const state = useDraftedForm({
    schema: EditUserForm,
    initialValues: valuesOf(opened),
    place: formDraftKey(editorId, `admin-user:${user.id}`),
    save: (parsed) =>
      saveChanges({
        row: opened,
        changes: changesTo(opened, parsed),
        send: async (changes) => {
          const saved = await userCalls.change(user.id, changes)
          client.setQueryData(userQueries.detail(user.id).queryKey, saved)
          return saved
        },
        invalidate: () => usersChanged(client),
      }),
    onSaved,
  })
  const { form } = state
  return (
    <FormPage
      title={user.name}
      state={state}
      isNew={false}
      submitLabel="Salvar"
      list="/app/admin/users"
      cancelLabel="Voltar"
    >
      {children}
      <DataFields form={form} hasImage={user.image !== null} />
      <PlanFields form={form} user={user} plans={plans} isOwn={user.id === editorId} />
    </FormPage>
  )
}

type Fields = { form: UseFormReturnType<EditUserForm> }

function DataFields({ form, hasImage }: Fields & { hasImage: boolean }) {
  const input = (name: keyof EditUserForm) => ({ size: 'lg', ...form.getInputProps(name) }) as const
  return (
    <FieldGroup title="Dados" lead="O e-mail é da pessoa: só ela troca.">
      <TextInput label="Nome" autoComplete="off" {...input('name')} />
      <PhoneInput
        label="Telefone (opcional)"
        placeholder="(11) 98765-4321"
        {...input('phoneNumber')}
        autoComplete="off"
        value={form.values.phoneNumber}
      />
      <Textarea label="Bio (opcional)" rows={3} {...input('bio')} />
      {hasImage && (
        <Row as="label" gap={12} wrap={false} className={classes.check}>
          <input type="checkbox" {...form.getInputProps('removesImage', { type: 'checkbox' })} />
          Excluir a foto do perfil
        </Row>
      )}
    </FieldGroup>
  )
}

type PlanProps = Fields & { user: AdminUser; plans: QueryState<AdminPlan[]>; isOwn: boolean }

function PlanFields({ form, user, plans, isOwn }: PlanProps) {
  const { role } = form.values
  return (
    <FieldGroup title="Papel e plano" lead="Um plano dado aqui vale até você escolher outro.">
      <NativeSelect
        label="Papel"
        size="lg"
        data={ROLES}
        disabled={isOwn}
        description={isOwn ? 'Ninguém muda o próprio papel.' : undefined}
        {...form.getInputProps('role')}
      />
      {role !== user.role && (
        <p role="status" className={callout.root}>
          {role === 'admin'
            ? `Ao salvar, ${user.name} passa a ver e mudar tudo nesta área, e entra de novo em todos os aparelhos.`
            : `Ao salvar, ${user.name} perde o acesso a esta área, e entra de novo em todos os aparelhos.`}
        </p>
      )}
      <NativeSelect
        label="Plano"
        size="lg"
        data={planChoices(user, plans.data)}
        description={planNote(user)}
        {...form.getInputProps('planId')}
        error={plans.isError ? `Os planos não carregaram. ${errorText(plans.error)}` : form.errors.planId}
      />
    </FieldGroup>
  )
}

function planChoices({ activeSubscription }: AdminUser, plans: AdminPlan[] | undefined) {
  const present = activeSubscription ? [activeSubscription.plan] : []
  const choices = plans
    ? plans.map((plan) => ({ value: plan.id, label: planOptions(plan) }))
    : present.map(({ id, displayName }) => ({ value: id, label: displayName }))
  return activeSubscription ? choices : [{ value: '', label: 'Sem plano' }, ...choices]
}

function planNote({ activeSubscription }: AdminUser): string | undefined {
  if (!activeSubscription || activeSubscription.provider === 'manual') return undefined
  const { provider, plan } = activeSubscription
  const source = PROVIDER_LABELS[provider].toLocaleLowerCase('pt-BR')
  if (provider === 'auto') return `${plan.displayName} é o plano de toda conta nova.`
  return `${plan.displayName} vem de uma assinatura paga (${source}). O plano dado aqui passa na frente dela.`
}

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
import { CheckRow } from '#client/ui/forms/check-row.tsx'
import { FieldGroup, FormPage } from '#client/ui/forms/form-page.tsx'
import { PhoneInput } from '#client/ui/forms/phone-input.tsx'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { EditUserForm } from '#shared/contract/users-form.ts'
import { ROLES } from './user-texts.ts'
import { changesTo, givenTo, valuesOf } from './user-values.ts'
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
    <FieldGroup title="Dados" lead="O e-mail se troca mais abaixo.">
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
        <CheckRow {...form.getInputProps('removesImage', { type: 'checkbox' })}>
          Excluir a foto do perfil
        </CheckRow>
      )}
    </FieldGroup>
  )
}

type PlanProps = Fields & { user: AdminUser; plans: QueryState<AdminPlan[]>; isOwn: boolean }

function PlanFields({ form, user, plans, isOwn }: PlanProps) {
  const { role, planId } = form.values
  return (
    <FieldGroup
      title="Papel e plano"
      lead="Um plano dado aqui vale até a data que você escolher, ou sem fim."
    >
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
        label="Plano dado pela administração"
        size="lg"
        data={planChoices(user, plans.data)}
        description={planNote(user)}
        {...form.getInputProps('planId')}
        error={plans.isError ? `Os planos não carregaram. ${errorText(plans.error)}` : form.errors.planId}
      />
      {planId !== '' && (
        <TextInput
          type="date"
          label="Até quando (opcional)"
          description="Vale até o fim deste dia, no horário de Brasília. Vazio: sem fim."
          size="lg"
          {...form.getInputProps('planUntil')}
        />
      )}
    </FieldGroup>
  )
}

const NO_GIFT = { value: '', label: 'Nenhum: Gratuito, ou o que a pessoa assina' }

function planChoices(user: AdminUser, plans: AdminPlan[] | undefined) {
  const given = givenTo(user)
  const { activeSubscription, otherSubscriptions } = user
  const name =
    activeSubscription?.planId === given?.planId
      ? activeSubscription?.plan.displayName
      : otherSubscriptions.find(({ planId }) => planId === given?.planId)?.planName
  const present = given && name ? [{ value: given.planId, label: name }] : []
  const choices = plans
    ?.filter(({ isFloor }) => !isFloor)
    .map((plan) => ({ value: plan.id, label: planOptions(plan) }))
  return [NO_GIFT, ...(choices ?? present)]
}

function planNote({ activeSubscription, otherSubscriptions }: AdminUser): string | undefined {
  const paid = [activeSubscription, ...otherSubscriptions].some(
    (it) => it?.provider === 'hubla' || it?.provider === 'stripe',
  )
  return paid ? 'Há também uma assinatura paga: vale sempre o plano que dá mais.' : undefined
}

import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { PlanFields } from '#client/entities/billing/plan-fields.tsx'
import { formDraftKey } from '#client/lib/forms/form-draft.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FieldGroup, FormPage } from '#client/ui/forms/form-page.tsx'
import type { AddedPerson } from '#shared/contract/invitations.ts'
import { AddPersonForm } from '#shared/contract/users-form.ts'
import { peopleCalls, peopleChanged } from './people.api.ts'
import { addedText } from './people-texts.ts'

const NOBODY: AddPersonForm = { name: '', email: '', planId: '', planUntil: '' }

type Props = { editorId: string; onAdded: (added: AddedPerson) => void }

/** Adds one person by an invitation. */
export function InvitePage({ editorId, onAdded }: Props) {
  const client = useQueryClient()
  const state = useDraftedForm({
    schema: AddPersonForm,
    initialValues: NOBODY,
    place: formDraftKey(editorId, 'admin-invitation:novo'),
    save: async ({ planId, planUntil, ...person }) => {
      const plan = planId ? { planId, planUntil: planUntil || null } : {}
      const added = await peopleCalls.add({ ...person, ...plan })
      await peopleChanged(client)
      return { added, name: person.name }
    },
    onSaved: ({ added, name }) => {
      showToast(addedText(name)[added.result], 'success')
      onAdded(added)
    },
  })
  const { form } = state
  const input = (name: keyof AddPersonForm) => ({ size: 'lg', ...form.getInputProps(name) }) as const
  return (
    <FormPage
      title="Convidar uma pessoa"
      lead="Ela recebe um e-mail com um link para escolher a senha, que vale por 72 horas e uma vez só."
      state={state}
      isNew
      submitLabel="Enviar convite"
      list="/app/admin/users"
    >
      <FieldGroup title="Quem é" lead="Se o e-mail já tiver uma conta, ela só recebe o plano.">
        <TextInput label="Nome" name="invited-name" autoComplete="off" {...input('name')} />
        <TextInput
          label="E-mail"
          name="invited-email"
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...input('email')}
        />
      </FieldGroup>
      <FieldGroup title="Plano" lead="Começa quando a pessoa aceita o convite.">
        <PlanFields
          label="Plano dado pela administração"
          none="Nenhum: Gratuito"
          isOpen={form.values.planId !== ''}
          plan={form.getInputProps('planId')}
          until={form.getInputProps('planUntil')}
        />
      </FieldGroup>
    </FormPage>
  )
}

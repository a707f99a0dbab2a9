import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { formDraftKey } from '#client/lib/forms/form-draft.ts'
import { saveChanges } from '#client/lib/forms/save-changes.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { FieldGroup, FormPage } from '#client/ui/forms/form-page.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { PasswordStrength } from '#client/ui/forms/password-strength.tsx'
import { PhoneInput } from '#client/ui/forms/phone-input.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { CreateUserForm } from '#shared/contract/users-form.ts'
import { ROLES } from './user-texts.ts'
import { userCalls, usersChanged } from './users.api.ts'

const NOBODY: CreateUserForm = { name: '', email: '', password: '', phoneNumber: '', role: 'user' }

const SECRETS = ['password'] as const

type Props = { editorId: string; onCreated: (user: AdminUser) => void }

export function UserNewPage({ editorId, onCreated }: Props) {
  const client = useQueryClient()
  const state = useDraftedForm({
    schema: CreateUserForm,
    initialValues: NOBODY,
    place: formDraftKey(editorId, 'admin-user:novo'),
    secrets: SECRETS,
    save: (body) =>
      saveChanges({ changes: body, send: userCalls.create, invalidate: () => usersChanged(client) }),
    onSaved: onCreated,
  })
  const { form } = state
  const input = (name: keyof CreateUserForm) => ({ size: 'lg', ...form.getInputProps(name) }) as const
  return (
    <FormPage
      title="Nova conta"
      lead="A pessoa entra com o e-mail e a senha que você definir aqui, e pode trocar a senha depois."
      state={state}
      isNew
      submitLabel="Criar conta"
      list="/app/admin/users"
    >
      <FieldGroup title="Quem é">
        <TextInput label="Nome" name="new-user-name" autoComplete="off" {...input('name')} />
        <TextInput
          label="E-mail"
          name="new-user-email"
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...input('email')}
        />
        <PhoneInput
          label="Telefone (opcional)"
          name="new-user-phone"
          placeholder="(11) 98765-4321"
          {...input('phoneNumber')}
          value={form.values.phoneNumber}
        />
      </FieldGroup>
      <FieldGroup title="Como entra" lead="Ninguém recebe a senha por e-mail: você é quem conta.">
        <PasswordField
          label="Senha"
          name="new-user-password"
          description="No mínimo 8 caracteres"
          autoComplete="new-password"
          {...input('password')}
        />
        <PasswordStrength
          password={form.values.password}
          known={[form.values.name, form.values.email].filter(Boolean)}
        />
        <NativeSelect
          label="Papel"
          description="A administração vê e muda tudo o que está nesta área."
          data={ROLES}
          {...input('role')}
        />
      </FieldGroup>
    </FormPage>
  )
}

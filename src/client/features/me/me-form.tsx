import { Button, Textarea, TextInput } from '@mantine/core'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { PhoneInput } from '#client/ui/forms/phone-input.tsx'
import { UnsavedGuard } from '#client/ui/forms/unsaved-guard.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { PhotoField } from '#client/ui/photo/photo-field.tsx'
import { type SessionUser, type UpdateUser, UpdateUserForm } from '#shared/contract/auth.ts'
import { LIMITS } from '#shared/limits.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import { meCalls } from './me.api.ts'
import classes from './me.module.css'

type Props = { user: SessionUser; onSaved: () => void }

const valuesOf = ({ name, bio, phoneNumber, image }: SessionUser): UpdateUserForm => ({
  name,
  bio: bio ?? '',
  phoneNumber: phoneNumber ?? '',
  image: image ?? null,
})

/** Only changes are sent: the server refuses a photo address that it did not issue, such as Google's. */
function changesOf(before: UpdateUserForm, after: UpdateUserForm): UpdateUser {
  return {
    ...(after.name !== before.name && { name: after.name }),
    ...(after.bio !== before.bio && { bio: after.bio || null }),
    ...(after.phoneNumber !== before.phoneNumber && { phoneNumber: after.phoneNumber || null }),
    ...(after.image !== before.image && { image: after.image }),
  }
}

export function MeForm({ user, onSaved }: Props) {
  usePageTitle('Editar perfil')
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: UpdateUserForm,
    initialValues: valuesOf(user),
    submit: async (after) => {
      const changes = changesOf(valuesOf(user), after)
      if (Object.keys(changes).length > 0) await meCalls.update(changes)
      onSaved()
    },
  })
  const image = form.getInputProps('image')

  return (
    <Stack as="form" gap={24} noValidate onSubmit={handleSubmit} className={classes.edit}>
      <h1>Editar perfil</h1>
      <PhotoField
        name={form.values.name}
        value={form.values.image}
        photoUrl={uploadPath(form.values.image)}
        onChange={image.onChange}
        error={image.error}
      />
      <TextInput label="Nome" name="name" autoComplete="name" size="lg" {...form.getInputProps('name')} />
      <Textarea
        label="Bio (opcional)"
        name="bio"
        description={`Quem é você e o que cria. ${form.values.bio.length} de ${LIMITS.bioLength} caracteres.`}
        rows={5}
        size="lg"
        {...form.getInputProps('bio')}
      />
      <PhoneInput
        label="Telefone (opcional)"
        name="phone"
        placeholder="(11) 98765-4321"
        size="lg"
        {...form.getInputProps('phoneNumber')}
        value={form.values.phoneNumber}
      />
      <FormAlert>{failure}</FormAlert>
      <Row gap={12}>
        <Button type="submit" size="lg" loading={isSubmitting}>
          Salvar
        </Button>
        <LinkButton to="/app/me" size="lg" variant="default">
          Cancelar
        </LinkButton>
      </Row>
      <UnsavedGuard isDirty={form.isDirty()}>O que você mudou no perfil ainda não foi salvo.</UnsavedGuard>
    </Stack>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formDraftKey, saveFormDraft } from '#client/lib/forms/form-draft.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { DELETE_WORD, DeleteGoogleAccountForm } from '#shared/contract/auth.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import classes from './edit-user.module.css'
import { userCalls, userQueries, usersChanged } from './users.api.ts'

type Props = { user: AdminUser; editorId: string; onRemoved: () => Promise<void> }

/** The end of an account, after a word that nobody types by accident. */
export function UserRemoval(props: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <FieldGroup title="Excluir" lead="Para quem pede, ou para o que não devia existir.">
      <Button
        variant="default"
        className={`${classes.start} ${classes.danger}`}
        onClick={() => setAsking(true)}
      >
        Excluir a conta
      </Button>
      {isAsking && <Removal {...props} onDismiss={() => setAsking(false)} />}
    </FieldGroup>
  )
}

function Removal({ user, editorId, onRemoved, onDismiss }: Props & { onDismiss: () => void }) {
  const client = useQueryClient()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: DeleteGoogleAccountForm,
    initialValues: { confirmation: '' },
    submit: async () => {
      await userCalls.remove(user.id)
      saveFormDraft(formDraftKey(editorId, `admin-user:${user.id}`), {})
      await onRemoved()
      client.removeQueries({ queryKey: userQueries.detail(user.id).queryKey })
      await usersChanged(client)
    },
  })
  return (
    <Sheet title={`Excluir a conta de ${user.name}?`} onDismiss={onDismiss}>
      <p>
        Apagamos agora o perfil, as conversas, os produtos e os arquivos de {user.email}. A pessoa recebe um
        aviso por e-mail. O que ela assina pelo Stripe é cancelado junto; o que assina pela Hubla, só lá. Não
        há como desfazer.
      </p>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} className={classes.form}>
        <TextInput
          label={`Digite ${DELETE_WORD} para confirmar`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          size="lg"
          {...form.getInputProps('confirmation')}
        />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" className={classes.dangerFilled} loading={isSubmitting}>
            Excluir para sempre
          </Button>
          <Button variant="default" onClick={onDismiss}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}

import { Button, Textarea } from '@mantine/core'
import { inHouse } from '#client/lib/browser/house.ts'
import { reportUserLeft } from '#client/lib/browser/user-left.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { ImpersonateForm } from '#shared/contract/users-form.ts'
import classes from './edit-user.module.css'
import { userCalls } from './users.api.ts'

const NOTHING: ImpersonateForm = { reason: '' }

export function ImpersonateSheet({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: ImpersonateForm,
    initialValues: NOTHING,
    submit: async ({ reason }) => {
      await userCalls.impersonate(user.id, reason)
      reportUserLeft()
      // A full page load drops the administrator's cached data.
      location.assign('/app')
    },
  })
  return (
    <Sheet title={`Entrar na conta de ${user.name}?`} onDismiss={onClose}>
      <p>
        Por até uma hora você vê {inHouse('o Elenco')} como {user.name} vê, com as conversas e os dados da
        conta. Uma faixa no alto lembra disso e traz você de volta.
      </p>
      <p>
        O que você fizer fica na auditoria, com o seu nome. Senha, chaves e cópia dos dados continuam só com a
        pessoa.
      </p>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} className={classes.form}>
        <Textarea
          label="Motivo"
          description={`${user.name} lê este texto no perfil, com o seu nome, a hora e quanto tempo você ficou.`}
          rows={3}
          size="lg"
          {...form.getInputProps('reason')}
        />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            Entrar na conta
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}

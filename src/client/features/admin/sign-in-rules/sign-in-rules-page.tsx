import { Button, TextInput } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { hasSecondFactor, securityQuery } from '#client/entities/account/security.api.ts'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import callout from '#client/ui/feedback/callout.module.css'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { SwitchField } from '#client/ui/forms/switch-field.tsx'
import { UnsavedGuard } from '#client/ui/forms/unsaved-guard.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { SignInRules } from '#shared/contract/second-factor.ts'
import { SignInRulesForm } from '#shared/contract/second-factor-form.ts'
import { effectText, rulesOf, valuesOf } from './rules-values.ts'
import { saveSignInRules, signInRulesQuery } from './sign-in-rules.api.ts'
import classes from './sign-in-rules.module.css'

export function SignInRulesPage() {
  const rules = useQuery(signInRulesQuery())
  return (
    <AdminPage
      title="Segurança de quem administra"
      actions={
        <LinkButton to="/app/admin/users" variant="default">
          Voltar às contas
        </LinkButton>
      }
    >
      {rules.data && <RulesForm key={String(rules.data.administratorsFrom)} saved={rules.data} />}
      {rules.isPending && <Skeletons label="Carregando as regras" heights={[200]} />}
      {rules.isError && !rules.data && <LoadError query={rules} title="As regras não carregaram" />}
    </AdminPage>
  )
}

function RulesForm({ saved }: { saved: SignInRules }) {
  const cache = useQueryClient()
  const id = useId()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm<SignInRulesForm, SignInRulesForm>({
    schema: SignInRulesForm,
    initialValues: valuesOf(saved),
    submit: async (parsed) => {
      const stored = await saveSignInRules(rulesOf(parsed))
      form.resetDirty()
      cache.setQueryData(signInRulesQuery().queryKey, stored)
      showToast('Regra salva.', 'success')
      await cache.invalidateQueries({ queryKey: securityQuery().queryKey })
    },
  })
  const { isRequired } = form.values
  return (
    <Stack as="form" gap={24} noValidate onSubmit={handleSubmit}>
      <FieldGroup
        title="Ao entrar"
        lead="Uma senha que vaza abre a administração inteira. O segundo passo fecha essa porta."
      >
        <SwitchField
          label="Exigir verificação em duas etapas de quem administra"
          path="isRequired"
          checked={isRequired}
          onChange={(checked) => form.setFieldValue('isRequired', checked)}
        >
          Um código do aplicativo ou uma chave de acesso, além da senha.
        </SwitchField>
        {isRequired && (
          <TextInput
            type="date"
            label="A partir de"
            size="lg"
            name="from"
            className={classes.day}
            aria-describedby={id}
            {...form.getInputProps('from')}
          />
        )}
        <p id={id} role="status" className={text.hint}>
          {effectText(form.values)}
        </p>
        {isRequired && <OwnFactor />}
        <Stack gap={12}>
          <FormAlert>{failure}</FormAlert>
          <Row>
            <Button type="submit" loading={isSubmitting}>
              Salvar
            </Button>
          </Row>
        </Stack>
      </FieldGroup>
      <UnsavedGuard isDirty={form.isDirty()}>A regra que você mudou ainda não foi salva.</UnsavedGuard>
    </Stack>
  )
}

/** Warns administrators who would close the administration to themselves. */
function OwnFactor() {
  const { data } = useQuery(securityQuery())
  if (!data || hasSecondFactor(data)) return null
  return (
    <Row gap={12} align="start" wrap={false} role="status" className={callout.root}>
      <IconShieldExclamation size={22} aria-hidden />
      <p>
        <strong>A sua conta ainda não tem esse segundo passo.</strong> Ative-o antes{' '}
        <Link to="/app/me" hash="seguranca" className={classes.link}>
          no seu perfil
        </Link>
        , ou a administração fecha para você também.
      </p>
    </Row>
  )
}

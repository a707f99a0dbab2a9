import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { selectOptions } from '#client/lib/forms/select-options.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { CheckChips } from '#client/ui/forms/check-chips.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { API_KEY_SCOPE_NAMES } from '#shared/api-key-scopes.ts'
import { ApiKeyForm, type ApiKeyScope, type CreatedApiKey, keyDay } from '#shared/contract/api-keys.ts'
import { API_KEY_LIMITS } from '#shared/limits-api-keys.ts'
import { apiKeysQuery, createApiKey } from './api-keys.api.ts'
import classes from './api-keys.module.css'

const SCOPES = selectOptions(API_KEY_SCOPE_NAMES)

/** Makes a key, then shows its secret once. */
export function NewKeySheet({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<CreatedApiKey>()
  return made ? <Secret made={made} onClose={onClose} /> : <KeyForm onMade={setMade} onClose={onClose} />
}

function KeyForm({ onMade, onClose }: { onMade: (made: CreatedApiKey) => void; onClose: () => void }) {
  const client = useQueryClient()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm<ApiKeyForm, ApiKeyForm>({
    schema: ApiKeyForm,
    initialValues: { name: '', scopes: [], endsOn: keyDay(API_KEY_LIMITS.defaultDays) },
    inputSize: 'lg',
    submit: async (parsed) => {
      onMade(await createApiKey(parsed))
      void client.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
    },
  })
  const { scopes } = form.values
  const toggle = (value: string) => {
    const scope = value as ApiKeyScope
    const isChosen = scopes.includes(scope)
    form.setFieldValue('scopes', isChosen ? scopes.filter((it) => it !== scope) : [...scopes, scope])
  }
  return (
    <Sheet title="Criar chave da API" onDismiss={() => isSubmitting || onClose()}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} className={classes.form}>
        <TextInput
          label="Nome"
          description="O programa que vai usar, como “Planilha da turma”."
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <CheckChips
          label="O que ela abre"
          path="scopes"
          options={SCOPES}
          value={scopes}
          onToggle={toggle}
          error={form.errors.scopes ? String(form.errors.scopes) : undefined}
        />
        <TextInput
          type="date"
          label="Vale até"
          description="Até o fim deste dia, no máximo um ano."
          min={keyDay(0)}
          max={keyDay(API_KEY_LIMITS.maxDays)}
          {...form.getInputProps('endsOn')}
        />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            Criar chave
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}

/** Closed by its button alone, because nothing brings the secret back. */
function Secret({ made: { key, secret }, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  return (
    <Sheet title={`Guarde a chave ${key.name}`}>
      <p>Ela aparece só agora. Copie para o programa que vai usar, ou para um cofre de senhas.</p>
      <code className={classes.secret}>{secret}</code>
      <Row gap={12}>
        <CopyButton text={secret} label="Copiar chave" isLabelled />
        <Button onClick={onClose}>Já guardei</Button>
      </Row>
    </Sheet>
  )
}

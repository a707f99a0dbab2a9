import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { labelQueries } from '#client/entities/agents/labels.api.ts'
import { CheckChips } from '#client/ui/forms/check-chips.tsx'
import { SwitchField } from '#client/ui/forms/switch-field.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { LIMITS } from '#shared/limits.ts'
import { AgentPhoto } from './agent-photo-field.tsx'
import { toggled } from './agent-values.ts'
import { type AgentFields, fieldErrorText, fieldProps } from './field-props.ts'
import { FormSection } from './form-section.tsx'
import classes from './identity-fields.module.css'
import { PlansField } from './plans-field.tsx'

export function IdentityFields({ form }: AgentFields) {
  const input = fieldProps(form)
  const { description, enableFreePlan } = form.values
  return (
    <FormSection title="Na vitrine" lead="É por aqui que as pessoas escolhem com quem conversar.">
      <AgentPhoto form={form} />
      <TextInput
        label="Nome"
        description="Um nome de gente e o que ela faz, separados por “ · ”: Clara · Páginas de venda."
        autoComplete="off"
        {...input('name')}
      />
      <Textarea
        label="Descrição"
        description={`O que a pessoa leva da conversa, em uma ou duas frases. ${countText(description.length)}`}
        rows={3}
        {...input('description')}
      />
      <LabelsField form={form} />
      <SwitchField
        label="Aberto no plano Gratuito"
        checked={enableFreePlan}
        path="enableFreePlan"
        onChange={(checked) => form.setFieldValue('enableFreePlan', checked)}
      >
        {enableFreePlan
          ? 'Todo mundo pode conversar com este agente.'
          : 'No plano Gratuito ele aparece com cadeado.'}
      </SwitchField>
      {!enableFreePlan && <PlansField form={form} />}
    </FormSection>
  )
}

const number = new Intl.NumberFormat('pt-BR')
const countText = (length: number) =>
  `${number.format(length)} de ${number.format(LIMITS.agentDescriptionLength)} caracteres.`

function LabelsField({ form }: AgentFields) {
  const labels = useQuery(labelQueries.list())
  const { labelIds } = form.values
  if (!labels.data) {
    return (
      <Row gap={16} role="status" className={classes.waiting}>
        {labels.isError ? (
          <>
            <p>As etiquetas não carregaram.</p>
            <Button variant="default" onClick={() => void labels.refetch()}>
              Tentar de novo
            </Button>
          </>
        ) : (
          <p>Carregando as etiquetas…</p>
        )}
      </Row>
    )
  }
  if (labels.data.length === 0) return <p className={text.soft}>Ainda não há etiquetas para escolher.</p>
  // A deleted label has no chip to uncheck, and the server refuses it.
  const known = labelIds.filter((id) => labels.data.some((label) => label.id === id))
  return (
    <CheckChips
      label="Etiquetas"
      path="labelIds"
      options={labels.data.map(({ id, name }) => ({ value: id, label: name }))}
      value={labelIds}
      onToggle={(id) => form.setFieldValue('labelIds', toggled(known, id))}
      error={fieldErrorText(form.errors.labelIds)}
    />
  )
}

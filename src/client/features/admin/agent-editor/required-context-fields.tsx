import { FIELD_LABELS } from '#client/entities/business/missing-field-labels.ts'
import type { MissingField } from '#client/entities/business/missing-fields.ts'
import { CheckChips } from '#client/ui/forms/check-chips.tsx'
import { RequiredField } from '#shared/contract/required-context.ts'
import { toggled } from './agent-values.ts'
import { type AgentFields, fieldErrorText } from './field-props.ts'
import { FormSection } from './form-section.tsx'

const NOUNS = [
  { noun: 'product', label: 'Do produto' },
  { noun: 'brand', label: 'Da marca' },
] as const

const optionsOf = (noun: string) =>
  RequiredField.options
    .filter((path) => path.startsWith(`${noun}.`))
    .map((path) => ({ value: path, label: FIELD_LABELS[path.slice(noun.length + 1) as MissingField] }))

export function ContextFields({ form }: AgentFields) {
  const { requiredContext } = form.values
  return (
    <FormSection
      title="O que ele precisa saber"
      lead="Quando a pessoa escolhe um produto ou uma marca sem isto preenchido, a conversa pede, sem travar."
    >
      {NOUNS.map(({ noun, label }, index) => (
        <CheckChips
          key={noun}
          label={label}
          path={index === 0 ? 'requiredContext' : `requiredContext.${noun}`}
          options={optionsOf(noun)}
          value={requiredContext}
          onToggle={(path) => form.setFieldValue('requiredContext', toggled(requiredContext, path))}
          error={index === 0 ? fieldErrorText(form.errors.requiredContext) : undefined}
        />
      ))}
    </FormSection>
  )
}

import { SwitchField } from '#client/ui/forms/switch-field.tsx'
import type { AgentFields } from './field-props.ts'

export function PublishField({ form }: AgentFields) {
  const { isDraft } = form.values
  return (
    <SwitchField
      label="Publicado"
      checked={!isDraft}
      path="isDraft"
      onChange={(checked) => form.setFieldValue('isDraft', !checked)}
    >
      {isDraft
        ? 'Rascunho: só quem administra vê este agente, e pode conversar com ele pela página dele.'
        : 'Aparece na galeria e na busca de todo mundo.'}
    </SwitchField>
  )
}

import { Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changesOf, formDraftKey } from '#client/lib/forms/form-draft.ts'
import { saveChanges } from '#client/lib/forms/save-changes.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { FieldGroup, FormPage } from '#client/ui/forms/form-page.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import { type AdminLabel, LabelForm } from '#shared/contract/labels.ts'
import { AgentPicker } from './agent-picker.tsx'
import { GalleryStrip } from './filter-preview.tsx'
import { adminLabelQueries, createLabel, labelsChanged, updateLabel } from './labels.api.ts'

type Props = {
  userId: string
  label?: AdminLabel
  agents: readonly Agent[]
  onSaved: (label: AdminLabel) => void
}

const valuesOf = (label?: AdminLabel): LabelForm => ({
  name: label?.name ?? '',
  description: label?.description ?? '',
  agentIds: label?.agents.map(({ id }) => id) ?? [],
})

export function LabelFormPage({ userId, label, agents, onSaved }: Props) {
  const client = useQueryClient()
  const [opened] = useState(label)
  const state = useDraftedForm({
    schema: LabelForm,
    initialValues: valuesOf(label),
    place: formDraftKey(userId, `label:${label?.id ?? 'nova'}`),
    save: ({ agentIds, ...texts }) => {
      // A draft may name an agent that was deleted since.
      const parsed = { ...texts, agentIds: agentIds.filter((id) => agents.some((agent) => agent.id === id)) }
      return saveChanges({
        row: opened,
        changes: opened ? changesOf(valuesOf(opened), parsed) : parsed,
        send: (changes) => (opened ? updateLabel(opened.id, changes) : createLabel(parsed)),
        invalidate: () => labelsChanged(client),
      })
    },
    onSaved,
  })
  const { form } = state
  return (
    <FormPage
      title={label ? 'Editar etiqueta' : 'Nova etiqueta'}
      lead="É por ela que se filtra a galeria: um nome curto, que se lê num relance."
      state={state}
      isNew={!label}
      submitLabel={label ? 'Salvar' : 'Criar etiqueta'}
      list="/app/admin/labels"
    >
      <FieldGroup title="A etiqueta">
        <TextInput label="Nome" autoComplete="off" size="lg" name="name" {...form.getInputProps('name')} />
        <Textarea
          label="Descrição (opcional)"
          description="Para quem administra: o que entra aqui e o que não."
          rows={2}
          size="lg"
          name="description"
          {...form.getInputProps('description')}
        />
        <Preview labelId={label?.id} name={form.values.name} />
      </FieldGroup>
      <FieldGroup title="Agentes" lead="Quem aparece quando alguém escolhe esta etiqueta.">
        <AgentPicker
          agents={agents}
          chosen={form.values.agentIds}
          onChange={(ids) => form.setFieldValue('agentIds', ids)}
          error={form.errors.agentIds}
        />
      </FieldGroup>
    </FormPage>
  )
}

function Preview({ labelId, name }: { labelId: string | undefined; name: string }) {
  const { data } = useQuery(adminLabelQueries.list())
  if (!data) return null
  const shown = name.trim() || 'Nova etiqueta'
  const names = data.map((label) => (label.id === labelId ? shown : label.name))
  return <GalleryStrip names={labelId ? names : [...names, shown]} current={shown} />
}

import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminAgentQueries } from '#client/entities/agents/agents-admin.api.ts'
import type { AgentModels } from '#shared/contract/agents-admin.ts'
import { type AgentFields, fieldProps } from './field-props.ts'

const OTHER = 'outro'

export function ModelField({ form }: AgentFields) {
  const models = useQuery(adminAgentQueries.models())
  const { model } = form.values
  const items = models.data?.items ?? []
  const isKnown = model === '' || items.some(({ name }) => name === model)
  const [isOther, setOther] = useState(false)
  const hasName = isOther || !isKnown
  const { error, ...input } = fieldProps(form)('model')
  const handleChoice = (choice: string) => {
    setOther(choice === OTHER)
    if (choice !== OTHER) form.setFieldValue('model', choice)
    else if (isKnown) form.setFieldValue('model', '')
  }
  const note = noteOf(models.data, model)
  return (
    <>
      <NativeSelect
        label="Modelo"
        description={note}
        size="md"
        value={hasName ? OTHER : model}
        data={[
          { value: '', label: defaultModelText(models.data) },
          ...items.filter(({ isDefault }) => !isDefault).map(optionOf),
          ...items.filter(({ name, isDefault }) => isDefault && name === model).map(optionOf),
          { value: OTHER, label: 'Outro, pelo nome' },
        ]}
        onChange={(event) => handleChoice(event.currentTarget.value)}
        error={hasName ? undefined : error}
      />
      {hasName && (
        <TextInput
          {...input}
          error={error}
          label="Nome do modelo"
          description="Exatamente como o provedor o chama."
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onBlur={(event) => {
            input.onBlur?.(event)
            if (model.trim() === '') setOther(false)
          }}
        />
      )}
    </>
  )
}

type Item = AgentModels['items'][number]

const PROVIDERS = { openai: 'OpenAI', google: 'Google' } as const

function optionOf({ name, provider, isPriced }: Item) {
  const facts = [provider ? PROVIDERS[provider] : 'sem provedor', !isPriced && 'sem preço'].filter(Boolean)
  return { value: name, label: `${name} (${facts.join(', ')})` }
}

export function defaultModelText(models: AgentModels | undefined): string {
  if (models?.isDemo) return 'O da casa (demonstração)'
  const own = models?.items.find(({ isDefault }) => isDefault)
  return own ? `O da casa (${own.name})` : 'O da casa'
}

function noteOf(models: AgentModels | undefined, model: string): string {
  if (models?.isDemo) return 'Nenhum provedor está configurado: quem responde é a demonstração.'
  const item = models?.items.find(({ name }) => name === model)
  if (item && item.provider === null) return 'Nenhum provedor daqui conhece este modelo: responde o da casa.'
  return 'Modelos maiores escrevem melhor, demoram mais e custam mais.'
}

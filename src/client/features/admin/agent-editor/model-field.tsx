import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { adminAgentQueries } from '#client/entities/agents/agents-admin.api.ts'
import { formatCompact, formatDollars } from '#client/lib/text/format-figures.ts'
import type { AgentModels } from '#shared/contract/agents-admin.ts'
import { type AgentFields, fieldProps } from './field-props.ts'

export function ModelField({ form }: AgentFields) {
  const models = useQuery(adminAgentQueries.models())
  const { model } = form.values
  const items = models.data?.items ?? []
  const offered = items.filter(({ isOffered, isDefault }) => isOffered && !isDefault)
  const isShown = model === '' || offered.some(({ name }) => name === model)
  const current = isShown ? [] : [{ value: model, label: optionText(model, items) }]
  return (
    <NativeSelect
      {...fieldProps(form)('model')}
      label="Modelo"
      description={
        <>
          {noteOf(models.data, model)} <Link to="/app/admin/precos">Ver os modelos da casa</Link>
        </>
      }
      size="md"
      data={[
        { value: '', label: defaultModelText(models.data) },
        ...offered.map(({ name }) => ({ value: name, label: optionText(name, items) })),
        ...current,
      ]}
    />
  )
}

type Item = AgentModels['items'][number]

const PROVIDERS = { openai: 'OpenAI', google: 'Google' } as const

function optionText(name: string, items: readonly Item[]): string {
  const item = items.find((it) => it.name === name)
  if (!item) return name
  const { provider, isPriced, isOffered, isDefault } = item
  const facts = [
    provider ? PROVIDERS[provider] : 'sem provedor',
    !isPriced && 'sem preço',
    !isOffered && 'fora da lista da casa',
    isDefault && 'o da casa',
  ].filter(Boolean)
  return `${name} (${facts.join(', ')})`
}

export function defaultModelText(models: AgentModels | undefined): string {
  if (models?.isDemo) return 'O da casa (demonstração)'
  const own = models?.items.find(({ isDefault }) => isDefault)
  return own ? `O da casa (${own.name})` : 'O da casa'
}

function noteOf(models: AgentModels | undefined, model: string): string {
  if (models?.isDemo) return 'Nenhum provedor está configurado: quem responde é a demonstração.'
  if (models?.isUnnamed && model === '') {
    return 'O servidor de IA não disse que modelos tem: quem cuida da instalação precisa escrever um em OPENAI_MODEL.'
  }
  const item = models?.items.find(({ name, isDefault }) => (model === '' ? isDefault : name === model))
  if (model !== '' && models && item?.provider === null) {
    return 'Nenhum provedor daqui conhece este modelo: responde o da casa.'
  }
  if (model !== '' && models && item?.isOffered !== true) {
    return 'Este modelo saiu da lista da casa. O agente continua a usá-lo, até você escolher outro.'
  }
  return factsOf(item)
}

function factsOf(item: Item | undefined): string {
  if (!item) return ''
  const { inputPrice, outputPrice, contextTokens } = item
  const facts = [
    inputPrice !== null &&
      outputPrice !== null &&
      `${formatDollars(inputPrice)} para ler e ${formatDollars(outputPrice)} para escrever um milhão de tokens`,
    contextTokens !== null && `contexto de ${formatCompact(contextTokens)} tokens`,
  ].filter(Boolean)
  return facts.length === 0 ? 'Sem preço na lista da casa.' : `${facts.join('; ')}.`
}

import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'

/** A field before and after; undefined on a side that has no record. */
export type Change = { field: string; before: string | undefined; after: string | undefined }

const LABELS: Record<string, string> = {
  agentIds: 'Agentes',
  allAgents: 'Abre todos os agentes',
  agents: 'Agentes',
  banExpires: 'Suspensa até',
  banReason: 'Motivo',
  banned: 'Suspensa',
  bio: 'Bio',
  cached: 'Preço do cache',
  checkoutUrl: 'Página de venda',
  content: 'Texto',
  dailyCalls: 'Chamadas por dia',
  dailyMessageLimit: 'Mensagens por dia',
  dailyUsd: 'Dólares por dia',
  description: 'Descrição',
  displayName: 'Nome na tela',
  email: 'E-mail',
  emailVerified: 'E-mail confirmado',
  endsAt: 'Fim',
  enableFreePlan: 'No plano gratuito',
  externals: 'Códigos de venda',
  image: 'Foto',
  input: 'Preço da entrada',
  isArchived: 'Fora de venda',
  isDraft: 'Rascunho',
  labelIds: 'Etiquetas',
  labels: 'Etiquetas',
  linkLabel: 'Texto do link',
  linkUrl: 'Link',
  model: 'Modelo',
  modelName: 'Modelo',
  monthlyMessageLimit: 'Mensagens por mês',
  name: 'Nome',
  order: 'Ordem',
  output: 'Preço da saída',
  phoneNumber: 'Telefone',
  photoUrl: 'Foto',
  plan: 'Plano',
  planUntil: 'Plano até',
  plans: 'Planos',
  priceText: 'Preço',
  provider: 'Provedor',
  promptRecommendations: 'Sugestões',
  requiredContext: 'Contexto obrigatório',
  state: 'Situação',
  role: 'Papel',
  startsAt: 'Início',
  storageMegabytes: 'Espaço por pessoa, em MB',
  stripePriceId: 'Preço no Stripe',
  trialDays: 'Dias de teste',
  acceptsCoupons: 'Cupons do Stripe',
  systemPrompt: 'Instruções',
  thumbnailUrl: 'Capa',
  title: 'Título',
  tone: 'Tom',
  youtubeVideoId: 'Vídeo',
}

const WORDS: Record<string, Record<string, string>> = {
  role: { admin: 'Administração', user: 'Usuário' },
  tone: { info: 'Informação', success: 'Boa notícia', warning: 'Atenção' },
  state: { open: 'Em aberto', done: 'Resolvida', ignored: 'Ignorada' },
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function say(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nada'
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (typeof value === 'number') return value.toLocaleString('pt-BR', { maximumFractionDigits: 6 })
  if (Array.isArray(value)) {
    return value.length === 0 ? 'nada' : value.map((item) => say('', item)).join('\n')
  }
  if (typeof value === 'object') {
    const { name } = value as { name?: unknown }
    return typeof name === 'string' ? name : JSON.stringify(value)
  }
  const text = String(value)
  return WORDS[field]?.[text] ?? (INSTANT.test(text) ? formatMomentInWords(text) : text)
}

export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.map((field) => ({
    field: LABELS[field] ?? field,
    before: before ? say(field, before[field]) : undefined,
    after: after ? say(field, after[field]) : undefined,
  }))
}

import type { AuditEntity } from './audit-actions.ts'

/** Whose fields an audit entry has; entries without an entity are about an account, or about the installation. */
export type AuditSubject = 'user' | 'settings' | AuditEntity

/**
 * Audited fields by subject, with their labels on the forms. `scripts/audit-fields.test.ts` compares them with the
 * forms; every test app refuses an audited field that has no label.
 */
export const AUDIT_FIELDS: Record<AuditSubject, Readonly<Record<string, string>>> = {
  user: {
    name: 'Nome',
    email: 'E-mail',
    emailVerified: 'E-mail confirmado',
    phoneNumber: 'Telefone',
    bio: 'Bio',
    image: 'Foto',
    role: 'Papel',
    plan: 'Plano dado pela administração',
    planUntil: 'Até quando',
    banned: 'Suspensa',
    banReason: 'Motivo',
    banExpires: 'Até quando',
    hasTotp: 'Aplicativo de códigos',
    passkeys: 'Chaves de acesso',
    given: 'Mensagens extras',
    endsAt: 'Até quando',
    reason: 'Motivo',
  },
  settings: { administratorsFrom: 'Exigir verificação em duas etapas de quem administra' },
  agent: {
    name: 'Nome',
    description: 'Descrição',
    photoUrl: 'Foto',
    labels: 'Etiquetas',
    enableFreePlan: 'Aberto no plano Gratuito',
    plans: 'Planos que abrem',
    isDraft: 'Publicado',
    systemPrompt: 'Instruções',
    model: 'Modelo',
    messageWeight: 'Mensagens por resposta',
    reviewsReplies: 'Revisar as respostas',
    reviewChannel: 'Onde as respostas vão sair',
    promptRecommendations: 'Sugestões',
    requiredContext: 'O que ele precisa saber',
    collections: 'Acervo da casa',
    agents: 'Ordem',
    ids: 'Ordem',
  },
  label: { name: 'Nome', description: 'Descrição', agents: 'Agentes', order: 'Ordem', labels: 'Ordem' },
  tutorial: {
    title: 'Título',
    description: 'Descrição',
    youtubeVideoId: 'Vídeo do YouTube',
    order: 'Ordem',
    tutorials: 'Ordem',
    ids: 'Ordem',
  },
  notice: {
    content: 'Texto',
    tone: 'Tom',
    linkLabel: 'Texto do link',
    linkUrl: 'Aonde leva',
    plan: 'Quem vê',
    startsAt: 'Entra no ar',
    endsAt: 'Sai do ar',
  },
  plan: {
    displayName: 'Nome',
    name: 'Nome interno',
    description: 'Descrição',
    priceText: 'Preço',
    monthlyMessageLimit: 'Mensagens por mês',
    dailyMessageLimit: 'Mensagens por dia',
    storageMegabytes: 'Espaço por pessoa, em MB',
    passageLimit: 'Trechos no Acervo por pessoa',
    allAgents: 'Todos os agentes',
    checkoutUrl: 'Página de venda na Hubla',
    stripePriceId: 'Preço no Stripe',
    trialDays: 'Dias de teste',
    acceptsCoupons: 'Cupons do Stripe',
    externals: 'Códigos de venda',
    isArchived: 'Fora de venda',
    plans: 'Ordem',
  },
  webhook: { plan: 'Plano', provider: 'Provedor', externals: 'Código' },
  invitation: { plan: 'Plano dado pela administração', planUntil: 'Até quando' },
  'people-import': {},
  'people-action': {},
  'people-mail': {},
  'people-segment': { name: 'Nome do segmento' },
  'model-price': {
    inputPrice: 'Entrada',
    cachedInputPrice: 'Entrada em cache',
    outputPrice: 'Saída',
    isOffered: 'Oferecido',
    contextTokens: 'Contexto',
  },
  'exchange-rate': { brlPerUsd: 'Um dólar vale, em reais' },
  'spend-limit': { dailyCalls: 'Chamadas por dia', dailyUsd: 'Dólares por dia' },
  feedback: { state: 'Situação' },
  report: { state: 'Situação', answer: 'Resposta à pessoa' },
  house: { name: 'Nome', logoUrl: 'Logo', accent: 'Cor de destaque' },
  collection: {
    name: 'Nome',
    description: 'Descrição',
    allowsDownload: 'Deixar baixar os arquivos',
    source: 'Fonte',
    tutorial: 'Tutorial com estas legendas',
  },
  'api-key': { scopes: 'O que ela abre', endsOn: 'Vale até' },
  'review-rule': {
    isEnabled: 'Regra ligada',
    severity: 'Peso',
    title: 'Nome',
    why: 'Por quê',
    suggestion: 'O que fazer',
    source: 'De onde vem',
    sourceAddress: 'Endereço',
    readAt: 'Quando foi lida',
    isLawyerReviewed: 'Revisada por advogado',
    channels: 'Onde vale',
    phrases: 'Frases',
  },
}

/** The subject of an entry; undefined for an entity of an earlier version. */
function auditSubjectOf({
  entity,
  action,
}: {
  entity: string | null
  action: string
}): AuditSubject | undefined {
  if (entity === null) return action.startsWith('settings.') ? 'settings' : 'user'
  return Object.hasOwn(AUDIT_FIELDS, entity) ? (entity as AuditSubject) : undefined
}

/** The label of an audited field; undefined for a field of an earlier version. */
export function auditFieldLabel(
  entry: { entity: string | null; action: string },
  field: string,
): string | undefined {
  const subject = auditSubjectOf(entry)
  return subject && Object.hasOwn(AUDIT_FIELDS[subject], field) ? AUDIT_FIELDS[subject][field] : undefined
}

import { formatCount } from '#client/lib/text/format-figures.ts'
import { formatDayInWords } from '#client/lib/text/sao-paulo-time.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'

type Piece = { text: string; isName?: true; to?: string | undefined }

type Said = Pick<
  AuditEntry,
  | 'action'
  | 'actorId'
  | 'actorName'
  | 'subjectId'
  | 'subjectName'
  | 'entity'
  | 'entityId'
  | 'entityName'
  | 'details'
  | 'after'
>

const SENTENCES: Record<AuditAction, string> = {
  'user.create': 'criou a conta de {person}',
  'user.update': 'alterou a conta de {person}',
  'user.set-role': 'mudou o papel de {person}{to}',
  'user.set-plan': 'mudou o plano de {person}{to}',
  'user.end-plan': 'encerrou o plano que {person} tinha pela administração',
  'user.give-extra': 'deu mensagens extras a {person}',
  'user.add-note': 'escreveu uma nota sobre {person}',
  'user.delete-note': 'excluiu uma nota sobre {person}',
  'user.take-back-extra': 'tirou de {person} o resto de mensagens extras',
  'user.set-password': 'definiu uma senha nova para {person}',
  'user.password-link': 'criou um link para {person} escolher uma senha nova',
  'user.confirm-email': 'confirmou o e-mail de {person}',
  'user.change-email': 'trocou o e-mail de {person}',
  'user.ban': 'suspendeu {person}',
  'user.unban': 'encerrou a suspensão de {person}',
  'user.remove': 'excluiu a conta de {person}',
  'user.export': 'baixou a lista de contas',
  'session.revoke': 'encerrou uma sessão de {person}',
  'session.revoke-all': 'encerrou todas as sessões de {person}',
  'impersonation.start': 'entrou na conta de {person}',
  'impersonation.write': 'mexeu {where} no lugar de {person}',
  'impersonation.stop': 'saiu da conta de {person}',
  'invitation.create': 'convidou {thing}',
  'invitation.update': 'mudou o convite de {thing}',
  'invitation.resend': 'reenviou o convite de {thing}',
  'invitation.cancel': 'cancelou o convite de {thing}',
  'agent.create': 'criou o agente {thing}',
  'agent.update': 'alterou o agente {thing}',
  'agent.publish': 'publicou o agente {thing}',
  'agent.unpublish': 'fez do agente {thing} um rascunho de novo',
  'agent.delete': 'excluiu o agente {thing}',
  'agent.restore': 'trouxe de volta o agente {thing}',
  'agent.restore-version': 'restaurou uma versão das instruções de {thing}',
  'agent.reorder': 'mudou a ordem dos agentes',
  'agent.duplicate': 'duplicou o agente {thing}',
  'agent.import': 'importou o agente {thing}',
  'agent.export': 'exportou o agente {thing}',
  'label.create': 'criou a etiqueta {thing}',
  'label.update': 'alterou a etiqueta {thing}',
  'label.delete': 'excluiu a etiqueta {thing}',
  'label.restore': 'trouxe de volta a etiqueta {thing}',
  'label.reorder': 'mudou a ordem das etiquetas',
  'tutorial.create': 'criou o tutorial {thing}',
  'tutorial.update': 'alterou o tutorial {thing}',
  'tutorial.delete': 'excluiu o tutorial {thing}',
  'tutorial.restore': 'trouxe de volta o tutorial {thing}',
  'tutorial.reorder': 'mudou a ordem dos tutoriais',
  'notice.create': 'criou o aviso {thing}',
  'notice.update': 'alterou o aviso {thing}',
  'notice.delete': 'excluiu o aviso {thing}',
  'people-import.create': 'enviou a planilha de pessoas {thing}',
  'people-import.prepare': 'conferiu as colunas da planilha {thing}',
  'people-import.start': 'começou a importar as pessoas de {thing}',
  'people-import.cancel': 'cancelou a importação de {thing}',
  'people-action.start': 'começou uma ação em muitas contas{many}',
  'people-action.cancel': 'cancelou uma ação em muitas contas{many}',
  'people-mail.start': 'enviou o e-mail {thing} a muitas pessoas{count}',
  'people-mail.cancel': 'cancelou o e-mail {thing} a muitas pessoas',
  'people-segment.create': 'salvou o segmento de pessoas {thing}',
  'people-segment.rename': 'renomeou o segmento de pessoas {thing}',
  'people-segment.delete': 'excluiu o segmento de pessoas {thing}',
  'plan.create': 'criou o plano {thing}',
  'plan.update': 'alterou o plano {thing}',
  'plan.archive': 'tirou de venda o plano {thing}',
  'plan.restore': 'pôs de volta à venda o plano {thing}',
  'plan.reorder': 'mudou a ordem dos planos',
  'settings.sign-in-rules': 'mudou o que a casa pede de quem administra',
  'user.reset-factor': 'removeu a verificação em duas etapas de {person}',
  'purchase.resend': 'reenviou a entrada a quem comprou o plano {thing}',
  'webhook.retry': 'processou de novo o evento {thing}',
  'webhook.map': 'ligou a venda {thing} a um plano',
  'webhook.unmap': 'desligou a venda {thing} de um plano, com os acessos que ela tinha aberto',
  'webhook.other': 'marcou que a venda {thing} não é plano desta casa',
  'webhook.not-other': 'desfez a marca de que a venda {thing} não é plano',
  'webhook.assign': 'deu a {person} a compra do evento {thing}',
  'webhook.unassign': 'tirou de {person} a compra do evento {thing}',
  'model-price.update': 'alterou o preço de {thing}',
  'spend-limit.update': 'alterou os limites do dia',
  'house.update': 'alterou o nome, o logo ou a cor da casa',
  'exchange-rate.update': 'alterou a cotação do dólar',
  'feedback.review': 'tratou uma avaliação de {thing}',
  'report.read': 'leu o texto de uma denúncia sobre {thing}',
  'report.decide': 'tratou uma denúncia sobre {thing}',
  'api-key.create': 'criou a chave da API {thing}',
  'api-key.revoke': 'revogou a chave da API {thing}',
  'collection.create': 'criou a coleção da casa {thing}',
  'collection.update': 'alterou a coleção da casa {thing}',
  'collection.delete': 'excluiu a coleção da casa {thing}',
  'collection.add-source': 'juntou uma fonte à coleção da casa {thing}',
  'collection.rename-source': 'mudou o nome de uma fonte da coleção da casa {thing}',
  'collection.link-source': 'mudou o tutorial de uma legenda da coleção da casa {thing}',
  'collection.reread-source': 'mandou ler de novo uma fonte da coleção da casa {thing}',
  'collection.replace-source': 'enviou uma nova versão de uma fonte da coleção da casa {thing}',
  'collection.delete-source': 'excluiu uma fonte da coleção da casa {thing}',
  'review-rule.create': 'criou a regra do Revisor {thing}',
  'review-rule.update': 'alterou a regra do Revisor {thing}',
  'review-rule.restore-version': 'restaurou uma versão da regra do Revisor {thing}',
  'review-rule.delete': 'excluiu a regra do Revisor {thing}',
}

const ROLES: Record<string, string> = { admin: 'administração', user: 'usuário' }

const PLACES: [RegExp, string][] = [
  [/^\/api\/v1\/(chats|attachments)\b/, 'nas conversas'],
  [/^\/api\/v1\/products\b/, 'nos produtos'],
  [/^\/api\/v1\/brands\b/, 'nas marcas'],
  [/^\/api\/v1\/offers\b/, 'nas ofertas'],
  [/^\/api\/v1\/documents\b/, 'nos documentos'],
  [/^\/api\/v1\/(collections|sources)\b/, 'no acervo'],
  [/^\/api\/v1\/(me|uploads)\b|^\/api\/auth\/update-user/, 'no perfil'],
  [/^\/api\/v1\/tutorials\b/, 'nos tutoriais'],
  [/^\/api\/v1\/notices\b/, 'nos avisos'],
]

const EDITED_AT: Record<string, string> = {
  agent: '/app/admin/agents',
  label: '/app/admin/labels',
  tutorial: '/app/admin/tutoriais',
  notice: '/app/admin/avisos',
  plan: '/app/admin/planos',
}

const READ_AT: Record<string, string> = { webhook: '/app/admin/webhooks', collection: '/app/admin/acervo' }

const GONE = 'alguém que já saiu'

function person(id: string | null, name: string | null): Piece {
  if (id === null) return { text: GONE }
  return { text: name ?? GONE, isName: true, to: `/app/admin/users/${id}/edit` }
}

function thing({ entity, entityId, entityName, action }: Said): Piece {
  const [form, page] = [EDITED_AT[entity ?? ''], READ_AT[entity ?? '']]
  const named = { text: entityName ?? 'sem nome', isName: true } as const
  if (!entityId || action.endsWith('.delete')) return { ...named, to: undefined }
  return { ...named, to: form ? `${form}/${entityId}/edit` : page && `${page}/${entityId}` }
}

function target({ after }: Said): string {
  const { role, plan, planUntil } = after ?? {}
  if (typeof role === 'string') return ` para ${ROLES[role] ?? role}`
  if (typeof plan !== 'string') return ''
  return ` para ${plan}${typeof planUntil === 'string' ? ` até ${formatDayInWords(planUntil)}` : ''}`
}

function area({ details }: Said): string {
  const path = typeof details.path === 'string' ? details.path : ''
  return PLACES.find(([pattern]) => pattern.test(path))?.[1] ?? 'em algo'
}

const MANY: Record<string, string> = {
  'set-plan': 'dar um plano',
  'end-plan': 'encerrar o plano dado',
  suspend: 'suspender',
  restore: 'encerrar a suspensão',
}

/** What an action on many does, such as ": suspender (40)". */
function many({ details: { kind, people } }: Said): string {
  const act = typeof kind === 'string' ? MANY[kind] : undefined
  if (!act) return ''
  return `: ${act}${typeof people === 'number' ? ` (${formatCount(people)})` : ''}`
}

const recipients = ({ details: { recipients: count } }: Said): string =>
  typeof count === 'number' ? ` (${formatCount(count)})` : ''

/** A Portuguese sentence such as "Ana suspendeu Bruno"; an unknown action is shown by its name. */
export function piecesOf(entry: Said): (Piece & { place: number })[] {
  const sentence = Object.hasOwn(SENTENCES, entry.action)
    ? SENTENCES[entry.action as AuditAction]
    : `fez “${entry.action}”`
  const actor = person(entry.actorId, entry.actorName)
  const rest = sentence.split(/(\{\w+\})/).map((part): Piece => {
    if (part === '{person}') return person(entry.subjectId, entry.subjectName)
    if (part === '{thing}') return thing(entry)
    if (part === '{to}') return { text: target(entry) }
    if (part === '{count}') return { text: recipients(entry) }
    if (part === '{many}') return { text: many(entry) }
    return { text: part === '{where}' ? area(entry) : part }
  })
  const nobody = entry.details.by === 'terminal' ? 'O terminal do servidor' : 'Alguém que já saiu'
  const first = actor.isName ? actor : { text: nobody }
  return [first, { text: ' ' }, ...rest]
    .filter(({ text }) => text !== '')
    .map((piece, place) => ({ ...piece, place }))
}

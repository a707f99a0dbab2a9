import type { ReplyChange } from '#shared/contract/messages.ts'
import type { Turn } from '../reply.ts'

/** A reply to rewrite. */
export type Revised = { change: ReplyChange; content: string }

const HOW: Record<ReplyChange, string> = {
  shorter: 'mais curta: cerca de metade do tamanho, só com o essencial, e ainda completa',
  longer: 'mais longa: com mais detalhe, passos e exemplos, sem repetir e sem enrolar',
  tone: 'em outro tom: se estava formal, mais próxima e solta; se estava informal, mais sóbria. O conteúdo e o tamanho continuam',
}

/** The section of the system prompt that asks for the new version. */
export const revisionRule = ({ change }: Revised): string => `# Nova versão da última resposta

Este pedido é do Elenco e vale só para a próxima resposta. Escreva de novo, inteira, a sua última resposta, ${HOW[change]}. Não mude fatos, números nem a língua. Devolva só a nova versão, sem comentar a mudança.`

/** The turns after the conversation: the reply to rewrite, and a request, because providers answer only a user's turn. */
export const revisionTurns = ({ content }: Revised): Turn[] => [
  { role: 'assistant', content },
  { role: 'user', content: 'Escreva a nova versão da sua última resposta.' },
]

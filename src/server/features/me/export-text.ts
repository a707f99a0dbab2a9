import { brazilianTime, oneLine } from '../../auth/mail-text.ts'
import type { ExportedChat, ExportedMessage } from './export.queries.ts'

const MAX_NAME = 60

export const READ_ME = `Seus dados no Elenco

dados.json        perfil, formas de entrar, sessões, assinaturas, aceites dos termos e lista de imagens
registros.jsonl   o que ficou registrado de ações de administração, uma por linha
conversas/        cada conversa em dois arquivos: .md para ler, .jsonl com todos os detalhes, uma mensagem por linha
imagens/          as imagens que você enviou

Senhas e chaves de acesso não fazem parte da cópia. Os horários dos arquivos .json e .jsonl estão em UTC.
`

/** A title as the name of a file on any system: letters, digits and the plainest marks, no dots or spaces at its ends. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const short = [...plain.trim()].slice(0, MAX_NAME).join('').trim()
  return short || 'conversa'
}

/** What stands above the messages of a chat. */
export function markdownHead(chat: ExportedChat): string {
  const facts = [
    `Agente: ${oneLine(chat.agent)}`,
    `Início: ${brazilianTime(chat.createdAt)}`,
    chat.archivedAt && `Arquivada: ${brazilianTime(chat.archivedAt)}`,
    chat.deletedAt && `Excluída: ${brazilianTime(chat.deletedAt)}`,
  ].filter((fact) => fact !== null)
  return `# ${oneLine(chat.title)}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`
}

const ENDINGS: Partial<Record<ExportedMessage['status'], string>> = {
  running: 'ainda em andamento',
  stopped: 'parada a pedido',
  error: 'terminou com erro',
  interrupted: 'interrompida',
}

/** A message, below who wrote it and when. */
export function markdownMessage(message: ExportedMessage, agent: string): string {
  const who = message.sender === 'human' ? 'Você' : oneLine(agent)
  const ending = ENDINGS[message.status]
  const note = ending ? `\n\n_(Resposta ${ending}.)_` : ''
  return `\n## ${who}, ${brazilianTime(message.createdAt)}\n\n${message.content}${note}\n`
}

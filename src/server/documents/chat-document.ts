import type { Citation } from '#shared/contract/citations.ts'
import { withFootnotes } from '#shared/passages/footnotes.ts'
import { formatBrasiliaTime, oneLine } from '../auth/mail/safe-text.ts'
import type { DocumentPart, DocumentSource } from './document.ts'

type WrittenChat = {
  title: string
  agent: string
  /** The agent whose reply the chat continues. */
  origin: { agentName: string } | null
  createdAt: Date
  archivedAt: Date | null
  deletedAt: Date | null
}

type WrittenMessage = {
  sender: 'human' | 'ai'
  content: string
  status: 'running' | 'done' | 'stopped' | 'error' | 'interrupted'
  createdAt: Date
  deletedAt: Date | null
  attachments: { name: string }[]
  citations?: readonly Citation[] | undefined
}

/** The head of an exported chat, in every format. */
export function chatHead(chat: WrittenChat): Pick<DocumentSource, 'title' | 'facts'> {
  const facts = [
    `Agente: ${oneLine(chat.agent)}`,
    chat.origin && `Continua uma resposta de: ${oneLine(chat.origin.agentName)}`,
    `Início: ${formatBrasiliaTime(chat.createdAt)}`,
    chat.archivedAt && `Arquivada: ${formatBrasiliaTime(chat.archivedAt)}`,
    chat.deletedAt && `Excluída: ${formatBrasiliaTime(chat.deletedAt)}`,
  ]
  return { title: oneLine(chat.title), facts: facts.filter((fact) => fact !== null) }
}

const ENDINGS: Partial<Record<WrittenMessage['status'], string>> = {
  running: 'Resposta ainda em andamento.',
  stopped: 'Resposta parada a pedido.',
  error: 'Resposta terminou com erro.',
  interrupted: 'Resposta interrompida.',
}

/** A message under a heading with author and time. */
export function messagePart(message: WrittenMessage, agent: string): DocumentPart {
  const who = message.sender === 'human' ? 'Você' : oneLine(agent)
  const notes = [ENDINGS[message.status], message.deletedAt && 'Mensagem excluída.'].filter(Boolean)
  return {
    heading: `${who}, ${formatBrasiliaTime(message.createdAt)}`,
    attachments: message.attachments.map(({ name }) => oneLine(name)),
    markdown: withFootnotes(message.content, message.citations),
    ...(notes.length > 0 && { note: notes.join(' ') }),
  }
}

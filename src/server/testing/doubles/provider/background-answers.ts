import { DRAFT_SYSTEM } from '../../../ai/tasks/asset-draft.ts'
import { draftByRules } from '../../../ai/tasks/asset-draft-by-rules.ts'
import type { DraftKind } from '../../../ai/tasks/asset-draft-values.ts'
import { SUMMARY_SYSTEM } from '../../../ai/tasks/summary.ts'
import { provisionalTitle, TITLE_SYSTEM } from '../../../ai/tasks/title.ts'
import type { Behaviour } from './behaviour.ts'

/** The double's summary of every conversation. */
export const DOUBLE_SUMMARY = 'A pessoa prepara um lançamento e já aprovou a promessa.'

const KINDS: Record<string, DraftKind> = { produto: 'product', marca: 'brand', oferta: 'offer' }

/** Fills in a form with the texts after its labels. */
function draftOf(question: string): string {
  const { ficha, texto } = JSON.parse(question.slice(question.indexOf('\n') + 1, question.lastIndexOf('\n')))
  return JSON.stringify(draftByRules(KINDS[ficha] ?? 'product', texto).values)
}

/**
 * The double's answer to the server's own requests (title, summary, asset draft); undefined for a user's
 * message.
 */
export function backgroundAnswerOf(system: string, question: string): Behaviour | undefined {
  if (system.startsWith(SUMMARY_SYSTEM)) return { kind: 'reply', tokens: [DOUBLE_SUMMARY], delayMs: 0 }
  if (system.startsWith(DRAFT_SYSTEM)) return { kind: 'reply', tokens: [draftOf(question)], delayMs: 0 }
  if (!system.startsWith(TITLE_SYSTEM)) return undefined
  const json = question.slice(question.indexOf('\n') + 1, question.lastIndexOf('\n'))
  const { mensagem } = JSON.parse(json) as { mensagem: string }
  const wished = /\btitle=([^\s\]]+)[^\]]*\]\]\s*$/.exec(mensagem)?.[1]
  return { kind: 'reply', tokens: [wished?.replaceAll('-', ' ') ?? provisionalTitle(mensagem)], delayMs: 0 }
}

import { SUMMARY_SYSTEM } from '../ai/summary.ts'
import { provisionalTitle, TITLE_SYSTEM } from '../ai/title.ts'
import type { Behaviour } from './provider-double-behaviour.ts'

/** What the double sums every conversation up as. */
export const DOUBLE_SUMMARY = 'A pessoa prepara um lançamento e já aprovou a promessa.'

/** How a question is answered that the server asks for itself; undefined for what a person asked. */
export function asideOf(system: string, question: string): Behaviour | undefined {
  if (system.startsWith(SUMMARY_SYSTEM)) return { kind: 'reply', tokens: [DOUBLE_SUMMARY], delayMs: 0 }
  if (!system.startsWith(TITLE_SYSTEM)) return undefined
  const json = question.slice(question.indexOf('\n') + 1, question.lastIndexOf('\n'))
  const { mensagem } = JSON.parse(json) as { mensagem: string }
  return { kind: 'reply', tokens: [provisionalTitle(mensagem)], delayMs: 0 }
}

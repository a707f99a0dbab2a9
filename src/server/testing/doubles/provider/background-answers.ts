import { findForbidden } from '#shared/voice/forbidden-words.ts'
import { DRAFT_SYSTEM } from '../../../ai/tasks/asset-draft.ts'
import { draftByRules } from '../../../ai/tasks/asset-draft-by-rules.ts'
import type { DraftKind } from '../../../ai/tasks/asset-draft-values.ts'
import { FILL_SYSTEM } from '../../../ai/tasks/asset-fill.ts'
import { JUDGE_SYSTEM } from '../../../ai/tasks/judgement.ts'
import { REWRITE_SYSTEM } from '../../../ai/tasks/rewrite.ts'
import { SUMMARY_SYSTEM } from '../../../ai/tasks/summary.ts'
import { provisionalTitle, TITLE_SYSTEM } from '../../../ai/tasks/title.ts'
import { VOICE_SYSTEM } from '../../../ai/tasks/voice-proposal.ts'
import type { Behaviour } from './behaviour.ts'
import { judgeAnswerOf } from './judge-answers.ts'

/** The double's summary of every conversation. */
export const DOUBLE_SUMMARY = 'A pessoa prepara um lançamento e já aprovou a promessa.'

const KINDS: Record<string, DraftKind> = { produto: 'product', marca: 'brand', oferta: 'offer' }

/** Fills in a form with the texts after its labels. */
function draftOf(question: string): Record<string, string> {
  const { ficha, texto } = JSON.parse(question.slice(question.indexOf('\n') + 1, question.lastIndexOf('\n')))
  return draftByRules(KINDS[ficha] ?? 'product', texto).values
}

/** The same, each value with itself as its quote. */
const filledOf = (question: string) =>
  Object.fromEntries(
    Object.entries(draftOf(question)).map(([field, valor]) => [field, { trecho: valor, valor }]),
  )

const answerOf = (fields: object): Behaviour => ({
  kind: 'reply',
  tokens: [JSON.stringify(fields)],
  delayMs: 0,
})

/** Each numbered line with another word in place of the forbidden ones. */
const withoutWords = (lines: string, words: readonly string[]): string =>
  lines
    .split('\n')
    .map((line) => {
      let text = line.slice(line.indexOf(' ') + 1)
      for (const { start, end } of findForbidden(text, words).toReversed()) {
        text = `${text.slice(0, start)}outra coisa${text.slice(end)}`
      }
      return `${line.slice(0, line.indexOf(' '))} ${text}`
    })
    .join('\n')

/** The selection up to the end of its first sentence; in the own words of a request that quotes them. */
function rewriteOf(question: string): string {
  const {
    pedido,
    trecho,
    palavras_proibidas: words,
  } = JSON.parse(question.slice(question.indexOf('\n') + 1, question.lastIndexOf('\n'))) as {
    pedido: string
    trecho: string
    palavras_proibidas?: string[]
  }
  if (words) return withoutWords(trecho, words)
  return /“(.+)”/s.exec(pedido)?.[1] ?? /^.*?[.!?](?=\s|$)/s.exec(trecho)?.[0] ?? trecho.slice(0, 20)
}

/** The double's description of every voice. */
const DOUBLE_VOICE = {
  jeitos: ['Abre com uma cena pequena.', 'Fala como quem está na cozinha.', 'Fecha com um convite.'],
  assim: 'Põe o vaso na janela e espia amanhã cedo.',
  assim_nao: 'Adquira já o método definitivo de cultivo.',
}

export const asksForTitle = (system: string): boolean => system.startsWith(TITLE_SYSTEM)

/**
 * The double's answer to the server's own requests (title, summary, asset draft, voice, judgement, rewrite); undefined for a user's
 * message.
 */
export function backgroundAnswerOf(system: string, question: string): Behaviour | undefined {
  if (system.startsWith(SUMMARY_SYSTEM)) return { kind: 'reply', tokens: [DOUBLE_SUMMARY], delayMs: 0 }
  if (system.startsWith(DRAFT_SYSTEM)) return answerOf(draftOf(question))
  if (system.startsWith(FILL_SYSTEM)) return answerOf(filledOf(question))
  if (system.startsWith(VOICE_SYSTEM)) return answerOf(DOUBLE_VOICE)
  if (system.startsWith(JUDGE_SYSTEM)) return judgeAnswerOf(question)
  if (system.startsWith(REWRITE_SYSTEM)) {
    return { kind: 'reply', tokens: rewriteOf(question).split(/(?<=\s)(?=\S)/), delayMs: 0 }
  }
  if (!asksForTitle(system)) return undefined
  const json = question.slice(question.indexOf('\n') + 1, question.lastIndexOf('\n'))
  const { mensagem } = JSON.parse(json) as { mensagem: string }
  const wished = /\btitle=([^\s\]]+)[^\]]*\]\]\s*$/.exec(mensagem)?.[1]
  return { kind: 'reply', tokens: [wished?.replaceAll('-', ' ') ?? provisionalTitle(mensagem)], delayMs: 0 }
}

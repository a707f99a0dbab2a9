import type { Turn } from '../reply.ts'
import { dataBlock } from './data-block.ts'
import { CHARACTERS_PER_TOKEN, estimateTokens, shorten } from './token-estimate.ts'

/** Roles and separators that a provider adds to each turn. */
export const TURN_OVERHEAD_TOKENS = 4
/** Cost of an image of usual size. */
export const IMAGE_TOKENS = 1_000
/** Share of the budget for whole turns; the rest is for condensed ones. */
const WHOLE_SHARE = 0.8
/** Turns are condensed in groups of this size, so that the prefix stays cacheable in between. */
const CONDENSE_STEP = 8
const SHORTEST = 40
/** Lengths of a condensed turn, in UTF-16 code units; the first that fits is used. */
const KEPT_LENGTHS = [600, 300, 150, 80, SHORTEST]
const SUMMARY_NOTICE =
  'Resumo do começo da conversa, feito para caber. As mensagens que ele resume não estão abaixo.'
const NOTICE = 'Começo da conversa, encurtado para caber. Cada mensagem traz só o seu início.'

/** A summary of the oldest turns, and their number. */
export type Summary = { content: string; turns: number }

type Fitted = { turns: Turn[]; condensedTurns: number }

/**
 * Fits the conversation into the budget, after its summary if there is one. The newest turns stay whole, the
 * user's last one always; older turns are condensed into one data block that states the number of omitted
 * ones. Turns alternate, beginning with the user's.
 */
export function fitConversation(turns: Turn[], budgetTokens: number, summary?: Summary): Fitted {
  if (!summary) {
    const fitted = fitTurns(turns, budgetTokens)
    return { ...fitted, turns: alternate(fitted.turns) }
  }
  const block = summaryTurn(summary)
  const fitted = fitTurns(turns, budgetTokens - tokensOf(block))
  return {
    turns: alternate([block, ...fitted.turns]),
    condensedTurns: summary.turns + fitted.condensedTurns,
  }
}

/** The summary as the first turn. */
export const summaryTurn = ({ content }: Summary): Turn => ({
  role: 'user',
  content: dataBlock({ aviso: SUMMARY_NOTICE, resumo: content }),
})

function fitTurns(turns: Turn[], budgetTokens: number): Fitted {
  const costs = turns.map(tokensOf)
  const start = firstWholeTurn(turns, costs, budgetTokens)
  if (start === 0) return { turns, condensedTurns: 0 }
  const whole = turns.slice(start)
  const left = Math.min(budgetTokens * (1 - WHOLE_SHARE), budgetTokens - sum(costs.slice(start)))
  const block: Turn = { role: 'user', content: condense(turns.slice(0, start).map(withoutAttachments), left) }
  return { turns: [block, ...whole], condensedTurns: start }
}

/** Attachments are the first to be dropped. */
const withoutAttachments = ({ role, content, brief = content }: Turn): Turn => ({ role, content: brief })

/** Estimated tokens of a turn. */
export const tokensOf = ({ content, images = [] }: Turn): number =>
  estimateTokens(content) + TURN_OVERHEAD_TOKENS + images.length * IMAGE_TOKENS

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function firstWholeTurn(turns: Turn[], costs: number[], budgetTokens: number): number {
  if (sum(costs) <= budgetTokens) return 0
  const lastOfPerson = turns.findLastIndex(({ role }) => role === 'user')
  const latest = lastOfPerson === -1 ? turns.length - 1 : lastOfPerson
  let start = latest
  let spent = sum(costs.slice(latest))
  for (const cost of costs.slice(0, latest).reverse()) {
    spent += cost
    if (spent > budgetTokens * WHOLE_SHARE) break
    start -= 1
  }
  return Math.min(Math.ceil(start / CONDENSE_STEP) * CONDENSE_STEP, latest)
}

type Entry = [who: string, beginning: string]

function condense(turns: Turn[], budgetTokens: number): string {
  const room = budgetTokens * CHARACTERS_PER_TOKEN
  const shortenAll = (length: number) =>
    turns.map(({ role, content }): Entry => [role === 'user' ? 'pessoa' : 'agente', shorten(content, length)])
  for (const length of KEPT_LENGTHS) {
    // A cheap lower bound avoids shortening thousands of turns in vain.
    if (sum(turns.map(({ content }) => Math.min(content.length, length))) > room) continue
    const block = dataBlock({ aviso: NOTICE, mensagens: shortenAll(length) })
    if (block.length <= room) return block
  }
  return condenseNewest(shortenAll(SHORTEST), room)
}

/** As many of the newest entries as fit, and the number of omitted ones. */
function condenseNewest(entries: Entry[], room: number): string {
  const render = (omitted: number) =>
    dataBlock({
      aviso: `${NOTICE} Ainda antes delas, ${omitted} mensagens ficaram de fora.`,
      mensagens: entries.slice(omitted),
    })
  let left = room - render(entries.length).length
  let omitted = entries.length
  for (const entry of entries.toReversed()) {
    left -= JSON.stringify(entry).length + 1
    if (left < 0) break
    omitted -= 1
  }
  return render(omitted)
}

function alternate(turns: Turn[]): Turn[] {
  const first: Turn[] =
    turns[0]?.role === 'assistant' ? [{ role: 'user', content: '(A conversa começa pelo agente.)' }] : []
  const merged: Turn[] = []
  for (const { role, content, images } of [...first, ...turns]) {
    const previous = merged.at(-1)
    if (previous?.role !== role) {
      merged.push({ role, content, ...(images && { images }) })
      continue
    }
    previous.content += `\n\n${content}`
    if (images) previous.images = [...(previous.images ?? []), ...images]
  }
  return merged
}

import { dataBlock } from './prompt-data.ts'
import { CHARACTERS_PER_TOKEN, estimateTokens, shorten } from './prompt-size.ts'
import type { Turn } from './reply.ts'

/** Roles and separators that a provider adds to each turn. */
const TURN_OVERHEAD_TOKENS = 4
/** Of the budget; the rest is for the turns that are shortened. */
const WHOLE_SHARE = 0.8
/** Turns are condensed by so many at a time: in between, the prefix stays the same and can be cached. */
const CONDENSE_STEP = 8
const SHORTEST = 40
/** How much is kept of each condensed turn, in UTF-16 code units: the first of these that fits. */
const KEPT_LENGTHS = [600, 300, 150, 80, SHORTEST]
const NOTICE = 'Começo da conversa, encurtado para caber. Cada mensagem traz só o seu início.'

type Fitted = { turns: Turn[]; condensedTurns: number }

/**
 * The conversation within a budget: the newest turns whole, the last one of the person always. When not all of it
 * fits, the oldest turns are shortened into one data block that says so; none is left out uncounted. Neighbours of one
 * role are merged, and the first turn is the person's.
 */
export function fitConversation(turns: Turn[], budgetTokens: number): Fitted {
  const costs = turns.map(({ content }) => estimateTokens(content) + TURN_OVERHEAD_TOKENS)
  const start = firstWholeTurn(turns, costs, budgetTokens)
  const whole = turns.slice(start)
  if (start === 0) return { turns: alternate(whole), condensedTurns: 0 }
  const left = Math.min(budgetTokens * (1 - WHOLE_SHARE), budgetTokens - sum(costs.slice(start)))
  const block: Turn = { role: 'user', content: condense(turns.slice(0, start), left) }
  return { turns: alternate([block, ...whole]), condensedTurns: start }
}

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
    // Adding up lengths is cheap next to shortening thousands of turns for nothing.
    if (sum(turns.map(({ content }) => Math.min(content.length, length))) > room) continue
    const block = dataBlock({ aviso: NOTICE, mensagens: shortenAll(length) })
    if (block.length <= room) return block
  }
  return condenseNewest(shortenAll(SHORTEST), room)
}

/** As many of the newest as there is room for, and how many that leaves out. */
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
  for (const { role, content } of [...first, ...turns]) {
    const previous = merged.at(-1)
    if (previous?.role === role) previous.content += `\n\n${content}`
    else merged.push({ role, content })
  }
  return merged
}

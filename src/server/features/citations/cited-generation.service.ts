import { CitationFilter } from '../../ai/citations/citation-filter.ts'
import {
  fitPassages,
  passageTokens,
  type SearchOutcome,
  withPassages,
} from '../../ai/citations/given-passages.ts'
import type { GenerateOptions, Prompt, ReplyPart } from '../../ai/reply.ts'
import { untilAborted } from '../../ai/tools/call.ts'
import type { Tool } from '../../ai/tools/tool.ts'
import type { Deps } from '../../deps.ts'
import type { Generate } from '../../runs/runs.ts'
import { type ChosenSources, type ReadScope, readScope } from '../collections/readable.queries.ts'
import { copyGiven } from './citations.queries.ts'
import { consultTool } from './consult-tool.ts'
import { ReplyPassages } from './reply-passages.ts'

/** The model is asked without passages when they are not found by then. */
const PATIENCE_MS = 1_500

/** A reply that may read sources. */
export type Reading = {
  messageId: string
  userId: string
  agentId: string
  /** The message that it answers. */
  question: string
  chosen: ChosenSources
  /** The reply that it rewrites, whose numbers it keeps. */
  revisedId: string | undefined
}

type Parts = Pick<Deps, 'db' | 'log' | 'model'>
type Options = Pick<GenerateOptions, 'model' | 'credential'> & { tools: readonly Tool[] }

const NO_SCOPE: ReadScope = { ownerIds: [], collections: [], sourceIds: [] }

/**
 * The generate function of a reply that reads sources: finds passages for its question, gives them to the model under
 * numbers, and takes numbers out of the text that no passage has. A later writer of the reply gets the same passages.
 * A search that is slow or fails leaves them out and never fails the reply.
 */
export const citedGeneration = (
  parts: Parts,
  reading: Reading,
  { prompt, ...options }: Options & { prompt: Prompt },
): Generate =>
  async function* (signal): AsyncGenerator<ReplyPart> {
    const { model } = parts
    const { passages, scope, outcome } = await prepare(parts, reading, signal)
    const filter = new CitationFilter((number) => passages.has(number))
    filter.resume(prompt.partial ?? '')
    const tools = scope.ownerIds.length > 0 ? [...options.tools, consultTool(passages, scope)] : options.tools
    const shown = fitPassages(passages.all, passageTokens(model.budgetTokens))
    const cited = withPassages(prompt, shown, { keepsLast: reading.revisedId !== undefined, outcome })
    yield* filtered(model.generate(cited, { ...options, tools, signal }), filter)
  }

/** The parts of a reply with its text filtered, also when it breaks off. */
async function* filtered(parts: AsyncIterable<ReplyPart>, filter: CitationFilter): AsyncGenerator<ReplyPart> {
  try {
    for await (const part of parts) {
      const text = textOf(part, filter)
      if (text !== '') yield { type: 'text', text }
      if (part.type !== 'text') yield part
    }
  } catch (error) {
    const rest = filter.end()
    if (rest !== '') yield { type: 'text', text: rest }
    throw error
  }
}

/** The text that goes out with a part. */
function textOf(part: ReplyPart, filter: CitationFilter): string {
  if (part.type === 'text') return filter.add(part.text)
  return part.type === 'finish' ? filter.end() : ''
}

type Prepared = { passages: ReplyPassages; scope: ReadScope; outcome: SearchOutcome }

/** The passages for the first request; none when that takes too long. */
async function prepare({ db, log, model }: Parts, reading: Reading, ends: AbortSignal): Promise<Prepared> {
  const { messageId, userId, agentId, question, chosen, revisedId } = reading
  const passages = new ReplyPassages(db, { messageId, userId })
  const signal = AbortSignal.any([ends, AbortSignal.timeout(PATIENCE_MS)])
  let scope = NO_SCOPE
  try {
    await untilAborted(signal, async () => {
      if (revisedId) await copyGiven(db, { messageId, userId, fromId: revisedId })
      await passages.load()
      scope = await readScope(db, { userId, agentId, chosen })
      if (passages.all.length > 0) return
      const found = await passages.search(question, { scope, signal })
      signal.throwIfAborted()
      await passages.give(fitPassages(found, passageTokens(model.budgetTokens)))
    })
    return { passages, scope, outcome: 'found' }
  } catch (error) {
    if (!ends.aborted) {
      log.warn(
        { messageId, isSlow: signal.aborted, ...(!signal.aborted && { err: error }) },
        'no passages for a reply',
      )
    }
    return { passages: passages.afresh(), scope, outcome: 'failed' }
  }
}

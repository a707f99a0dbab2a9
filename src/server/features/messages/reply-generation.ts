import type { MessageContext } from '#shared/contract/messages.ts'
import { CitedTextFilter } from '../../ai/citations/cited-text-filter.ts'
import {
  fitPassages,
  type Passage,
  passageTokens,
  type Searched,
  type SearchOutcome,
  withPassages,
} from '../../ai/citations/given-passages.ts'
import type { GenerateOptions, Prompt, ReplyPart } from '../../ai/reply.ts'
import { untilAborted } from '../../ai/tools/call.ts'
import type { Tool } from '../../ai/tools/tool.ts'
import type { Deps } from '../../deps.ts'
import type { Generate } from '../../runs/runs.ts'
import {
  type ChosenSources,
  type HouseChoice,
  type ReadScope,
  readScope,
} from '../collections/readable.queries.ts'
import { consultTool } from './consult-tool.ts'
import type { Conversation } from './conversation.queries.ts'
import { ReplyPassages } from './reply-passages.ts'
import { REPLY_TOOLS } from './reply-tools.ts'

type Answered = Pick<Reading, 'userId'> & {
  messageId: string
  agentId: string
  /** There may be sources to read. */
  readsSources: boolean
  context: MessageContext | null
  conversation: Pick<Conversation, 'turns'>
  /** The message that the reply answers; by default the last one of the conversation. */
  question?: string | undefined
  revisedId?: string | undefined
}

/** How a reply reads sources; undefined when there are none. */
export function readingOf(reply: Answered): Reading | undefined {
  const { readsSources, context, conversation, question, revisedId, messageId, userId, agentId } = reply
  if (!readsSources) return undefined
  const asked = conversation.turns.findLast(({ role }) => role === 'user')?.content
  const chosen = chosenIn(context)
  return { messageId, userId, house: { agentId }, question: question ?? asked ?? '', chosen, revisedId }
}

/** The collections and sources that a message names. Rows stored before a kind existed lack its key. */
export function chosenIn(context: Partial<MessageContext> | null | undefined): ChosenSources {
  const { collectionIds = [], sourceIds = [] } = context ?? {}
  return { collectionIds, sourceIds }
}

type Generated = {
  prompt: Prompt
  reading: Reading | undefined
  options: Pick<GenerateOptions, 'model' | 'credential'>
}

/** The generate function of a reply: the agent's model, with the user's own key if there is one, and sources to read. */
export function generationOf(parts: Parts, { prompt, reading, options }: Generated): Generate {
  const tools = REPLY_TOOLS
  return reading
    ? citedGeneration(parts, reading, { prompt, tools, ...options })
    : (signal) => parts.model.generate(prompt, { tools, ...options, signal })
}

/** The model is asked without passages when they are not found by then. */
const PATIENCE_MS = 1_500

/** A reply that may read sources. */
type Reading = {
  /** Null for a reply that is not stored. */
  messageId: string | null
  userId: string
  house: HouseChoice
  /** The message that it answers. */
  question: string
  chosen: ChosenSources
  /** The reply that it rewrites, whose numbers it keeps. */
  revisedId: string | undefined
  /** Called with the passages that the reply was given, and will be given, before its first text. */
  onPrepared?: ((passages: Pick<ReplyPassages, 'all'>) => void) | undefined
}

type Parts = Pick<Deps, 'budget' | 'db' | 'log' | 'model' | 'embeddings'>
type Options = Pick<GenerateOptions, 'model' | 'credential'> & { tools: readonly Tool[] }

const NO_SCOPE: ReadScope = {
  ownerIds: [],
  collections: [],
  sourceIds: [],
  isChosen: false,
  isEmbedded: false,
}

/**
 * The generate function of a reply that reads sources: finds passages for its question, gives them to the model under
 * numbers, and takes numbers out of the text that no passage has, and links that passages brought. A later writer of
 * the reply gets the same passages. A search that is slow or fails leaves them out and never fails the reply.
 */
const citedGeneration = (
  parts: Parts,
  reading: Reading,
  { prompt, ...options }: Options & { prompt: Prompt },
): Generate =>
  async function* (signal): AsyncGenerator<ReplyPart> {
    const { model } = parts
    const { passages, scope, outcome } = await prepare(
      parts,
      { ...reading, isOwnKey: options.credential !== undefined },
      signal,
    )
    reading.onPrepared?.(passages)
    const filter = new CitedTextFilter(passages)
    filter.resume(prompt.partial ?? '')
    const tools = scope.ownerIds.length > 0 ? [...options.tools, consultTool(passages, scope)] : options.tools
    const shown = fitPassages(passages.all, passageTokens(model.budgetTokens))
    const searched = { outcome, isChosen: scope.isChosen }
    const cited = isWorthTelling(scope, searched, shown) ? withPassages(prompt, shown, searched) : prompt
    yield* filtered(model.generate(cited, { ...options, tools, signal }), filter)
  }

/** A chat whose sources are all gone has nothing that could be read, and its replies need no notice of an empty search. */
const isWorthTelling = (scope: ReadScope, { outcome, isChosen }: Searched, shown: readonly Passage[]) =>
  shown.length > 0 || scope.ownerIds.length > 0 || isChosen || outcome === 'failed'

/** The parts of a reply with its text filtered, also when it breaks off. */
async function* filtered(
  parts: AsyncIterable<ReplyPart>,
  filter: CitedTextFilter,
): AsyncGenerator<ReplyPart> {
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
function textOf(part: ReplyPart, filter: CitedTextFilter): string {
  if (part.type === 'text') return filter.add(part.text)
  return part.type === 'finish' ? filter.end() : ''
}

type Prepared = { passages: ReplyPassages; scope: ReadScope; outcome: SearchOutcome }

/** The passages for the first request; none when that takes too long. */
async function prepare(
  { budget, db, log, model, embeddings }: Parts,
  { isOwnKey, ...reading }: Reading & { isOwnKey: boolean },
  ends: AbortSignal,
): Promise<Prepared> {
  const { messageId, userId, house, question, chosen, revisedId } = reading
  const reply = messageId === null ? null : { messageId, userId }
  const passages = new ReplyPassages({ db, embeddings }, reply)
  const signal = AbortSignal.any([ends, AbortSignal.timeout(PATIENCE_MS)])
  let scope = NO_SCOPE
  let outcome: SearchOutcome = 'found'
  try {
    await untilAborted(signal, async () => {
      // First: without the passages of earlier writers, the model may still look for others.
      scope = await readScope(db, { userId, house, chosen, space: embeddings?.space })
      // The installation pays for vectors of questions, of replies by people's own keys too, which are not held to its budget.
      if (scope.isEmbedded && isOwnKey && (await budget.isReached())) scope = { ...scope, isEmbedded: false }
      signal.throwIfAborted()
      await passages.load(revisedId)
      if (passages.all.length > 0) return
      const found = await passages.search(question, { scope, signal })
      signal.throwIfAborted()
      const fitted = fitPassages(found.passages, passageTokens(model.budgetTokens))
      await passages.give(fitted)
      outcome = found.outcomeOf(fitted)
    })
    return { passages, scope, outcome }
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

import type { MessageContext } from '#shared/contract/messages.ts'
import type { GenerateOptions, Prompt } from '../../ai/reply.ts'
import type { Deps } from '../../deps.ts'
import type { Generate } from '../../runs/runs.ts'
import { citedGeneration, type Reading } from '../citations/cited-generation.service.ts'
import type { Conversation } from './conversation.queries.ts'
import { REPLY_TOOLS } from './reply-tools.ts'

type Answered = Pick<Reading, 'messageId' | 'userId' | 'agentId'> & {
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
  // Rows stored before a kind existed lack its key.
  const { collectionIds = [], sourceIds = [] }: Partial<MessageContext> = context ?? {}
  const chosen = { collectionIds, sourceIds }
  return { messageId, userId, agentId, question: question ?? asked ?? '', chosen, revisedId }
}

type Generated = {
  prompt: Prompt
  reading: Reading | undefined
  options: Pick<GenerateOptions, 'model' | 'credential'>
}

/** The generate function of a reply: the agent's model, with the user's own key if there is one, and sources to read. */
export function generationOf(
  parts: Pick<Deps, 'db' | 'log' | 'model'>,
  { prompt, reading, options }: Generated,
): Generate {
  const tools = REPLY_TOOLS
  return reading
    ? citedGeneration(parts, reading, { prompt, tools, ...options })
    : (signal) => parts.model.generate(prompt, { tools, ...options, signal })
}

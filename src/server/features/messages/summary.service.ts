import { addAttachments } from '../../ai/prompt/attachments.ts'
import { type OwnKey, ReplyError } from '../../ai/reply.ts'
import { cleanSummary, summaryPrompt, summaryTokens, turnsToSummarise } from '../../ai/tasks/summary.ts'
import type { Deps } from '../../deps.ts'
import { askCounted } from '../usage/usage-calls.queries.ts'
import type { EndedReply } from './after-reply.queries.ts'
import { EMPTY_CONTEXT, readContext } from './context.queries.ts'
import { keepSummary, readConversation } from './conversation.queries.ts'
import { promptFor } from './reply-start.service.ts'

/**
 * Share of the model's budget. A chat up to it is never summarised, and is not read for the question: whatever
 * instructions, business and origin take, it fits whole.
 */
const SHORT_SHARE = 0.1
/** The last message of the user and its reply stay whole, so that the first exchange has nothing before it. */
const QUESTIONS_MIN = 2
/** Maximum number of summary calls after one reply; the next reply continues. */
const MAX_STEPS = 5

type Parts = Pick<Deps, 'budget' | 'db' | 'log' | 'model'>
type About = EndedReply & { messageId: string; signal: AbortSignal; credential: OwnKey | undefined }

/**
 * Summarises the beginning of a reply's branch if the branch nears the model's budget, for use in the next
 * prompt. Without a summary, the prompt truncates the oldest turns. Failures are logged.
 */
export async function summariseChat(parts: Parts, about: About): Promise<void> {
  if (about.questions < QUESTIONS_MIN) return
  if (about.chatTokens <= parts.model.budgetTokens * SHORT_SHARE) return
  try {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (!(await summariseOnce(parts, about))) return
    }
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
    const { code, provider, usage } = error
    parts.log.warn({ chatId: about.chatId, code, provider, ...usage }, 'no summary')
  }
}

/** Returns whether there may be more to summarise. */
async function summariseOnce(parts: Parts, about: About): Promise<boolean> {
  const { db, log, model } = parts
  const { chatId, messageId, userId, context, agentId, agent, creatorName, origin, signal, credential } =
    about
  const conversation = await readConversation(db, { chatId, leafId: messageId })
  const { turns, summary } = conversation
  const grounded = await readContext(db, { userId, context: context ?? EMPTY_CONTEXT })
  const told = { agent, creatorName, conversation, grounded, origin }
  const { conversationTokens: budget } = promptFor(model, told)
  // With attachments as the next prompt would show them.
  const shown = addAttachments(turns, budget)
  const count = turnsToSummarise(shown, budget, summary)
  const through = turns[count - 1]
  if (!through) return false
  if (!credential && !(await parts.budget.take(about))) return false
  const options = { signal, credential, model: agent.model, maxOutputTokens: summaryTokens(budget) }
  const prompt = summaryPrompt(shown.slice(0, count), budget, summary)
  const { text, usage, provider } = await askCounted(parts, { agentId, purpose: 'summary', prompt, options })
  const content = cleanSummary(text, budget)
  log.info({ chatId, provider, ...usage, turns: count, isKept: content !== undefined }, 'summary asked for')
  if (content === undefined) return false
  await keepSummary(db, {
    chatId,
    throughMessageId: through.messageId,
    summary: { content, turns: count + (summary?.turns ?? 0) },
  })
  return true
}

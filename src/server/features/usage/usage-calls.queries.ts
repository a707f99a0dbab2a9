import type { Logger } from 'pino'
import type { CallPurpose } from '#shared/contract/usage.ts'
import type { GenerateOptions, Prompt, ReplyCost, ReplyModel } from '../../ai/reply.ts'
import { askInBackground } from '../../ai/tasks/background-request.ts'
import type { Db } from '../../db/connect.ts'
import type { Budget } from '../../runs/budget.ts'
import { countCall } from './call-days.queries.ts'

/** A provider call that is not a reply of a chat. */
type EndedCall = {
  /** Null for an agent that is not saved, and for none. */
  agentId: string | null
  purpose: Exclude<CallPurpose, 'reply'>
  isOwnKey: boolean
  cost: ReplyCost
}

/** Stands for an agent that is not saved, and for no agent. */
const NO_AGENT = '00000000-0000-0000-0000-000000000000'

const countEnded = (db: Db, { agentId, purpose, isOwnKey, cost }: EndedCall): Promise<void> => {
  const { provider = 'none', model = '', usage } = cost
  const { nTokens = 0, nCachedTokens = 0, nOutputTokens = 0 } = usage ?? {}
  const tokens = { nTokens, nCachedTokens, nOutputTokens }
  return countCall(db, { agentId: agentId ?? NO_AGENT, provider, model, isOwnKey, purpose, ...tokens })
}

type Counting = { budget: Pick<Budget, 'spend'>; db: Db; log: Logger }
type Parts = Counting & { model: ReplyModel }
type Asked = { prompt: Prompt; options: GenerateOptions & { maxOutputTokens: number } } & Pick<
  EndedCall,
  'agentId' | 'purpose'
>

/** Stores the cost of a call that is not a reply. A failure is only logged: the call was made. */
export async function noteCall({ budget, db, log }: Counting, call: EndedCall): Promise<void> {
  budget.spend({ ...call.cost, isOwnKey: call.isOwnKey })
  await countEnded(db, call).catch((error) => log.warn({ err: error }, 'a call could not be counted'))
}

/** Stores the cost of vectors, which the installation's key paid. */
export const noteEmbedding = (counting: Counting, cost: ReplyCost): Promise<void> =>
  noteCall(counting, { agentId: null, purpose: 'embedding', isOwnKey: false, cost })

/** Stores the cost of a transcription, which the installation's key paid. */
export const noteTranscription = (counting: Counting, cost: ReplyCost): Promise<void> =>
  noteCall(counting, { agentId: null, purpose: 'transcription', isOwnKey: false, cost })

/**
 * The complete answer of a model to a background request, whose cost is counted however it ends.
 * @throws {ReplyError} or the signal's reason.
 */
export async function askCounted(
  { model, ...parts }: Parts,
  { prompt, options, agentId, purpose }: Asked,
): ReturnType<typeof askInBackground> {
  return askInBackground(model, prompt, {
    ...options,
    onEnd: ({ isOwnKey, ...cost }) => noteCall(parts, { agentId, purpose, isOwnKey, cost }),
  })
}

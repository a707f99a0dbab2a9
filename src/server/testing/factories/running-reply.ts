import { v7 as uuidv7 } from 'uuid'
import type { ReplyPart, StepState } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import { agents, chats, messages, users } from '../../db/schema/index.ts'
import type { Generate, Runs } from '../../runs/runs.ts'

/** Inserts a chat with a new user and agent. */
async function makeChat(db: Db): Promise<{ chatId: string; userId: string }> {
  const [userId, agentId, chatId] = [uuidv7(), uuidv7(), uuidv7()]
  await db.insert(users).values({ id: userId, name: 'Ana', email: `${userId}@exemplo.com.br` })
  await db
    .insert(agents)
    .values({ id: agentId, name: 'Agente', description: 'De teste', systemPrompt: 'Responda.' })
  await db.insert(chats).values({ id: chatId, agentId, userId, title: 'Conversa' })
  return { chatId, userId }
}

/** Inserts a question and its running placeholder, leased to these runs; returns the reply's id. */
export async function makeRunningReply(db: Db, runs: Runs): Promise<string> {
  const { chatId } = await makeChat(db)
  const [humanId, replyId] = [uuidv7(), uuidv7()]
  await db
    .insert(messages)
    .values({ id: humanId, chatId, seq: 1, sender: 'human', status: 'done', content: 'Oi' })
  await db
    .insert(messages)
    .values({ id: replyId, chatId, seq: 2, parentId: humanId, sender: 'ai', content: '', ...runs.lease() })
  return replyId
}

export const usage = { nTokens: 30, nCachedTokens: 10, nOutputTokens: 12 }

const finish: ReplyPart = { type: 'finish', reason: 'stop', usage }

/** A generation controlled by the test: it emits text, ends, fails or hangs on command. */
export function scriptedReply() {
  const queue: (ReplyPart | Error)[] = [{ type: 'start', provider: 'openai', model: 'gpt-de-teste' }]
  let wake = () => {}
  let aborted = false
  const push = (part: ReplyPart | Error) => {
    queue.push(part)
    wake()
  }
  const generate: Generate = async function* (signal) {
    signal.addEventListener('abort', () => {
      aborted = true
      wake()
    })
    for (;;) {
      const part = queue.shift()
      if (part instanceof Error) throw part
      if (part) yield part
      if (part?.type === 'finish' || signal.aborted) return
      if (queue.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  }
  return {
    generate,
    say: (text: string) => push({ type: 'text', text }),
    step: (id: string, status: StepState['status']) =>
      push({ type: 'step', step: { id, name: 'calcular', status } }),
    finish: () => push(finish),
    fail: push,
    get isAborted() {
      return aborted
    },
  }
}

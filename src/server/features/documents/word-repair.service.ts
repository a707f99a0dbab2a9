import type { CreateRewrite } from '#shared/contract/rewrites.ts'
import { REWRITE_LIMITS } from '#shared/limits-rewrites.ts'
import { repairedLine } from '#shared/voice/repair.ts'
import type { GenerateOptions } from '../../ai/reply.ts'
import { REWRITE_TOKENS, readNumbered, rewritePrompt } from '../../ai/tasks/rewrite.ts'
import type { Deps } from '../../deps.ts'
import { askCounted } from '../usage/usage-calls.queries.ts'

type Parts = Pick<Deps, 'budget' | 'db' | 'log' | 'model'>
type Repair = Pick<CreateRewrite, 'text' | 'forbiddenWords'>

/**
 * The lines of a text without the forbidden words. Lines whose version still has one are asked for once more; those that
 * fail again stay as they are. The cost of each call is counted.
 * @throws {ReplyError} or the signal's reason.
 */
export async function repairWords(
  parts: Parts,
  { text, forbiddenWords = [] }: Repair,
  options: GenerateOptions,
): Promise<string> {
  const lines = text.split('\n')
  const kept = new Map<number, string>()
  for (let asked = 0; asked < REWRITE_LIMITS.repairCalls; asked += 1) {
    const open = [...lines.keys()].filter((at) => !kept.has(at))
    if (open.length === 0) break
    const trecho = open.map((at, index) => `${index + 1}: ${lines[at]}`).join('\n')
    const prompt = rewritePrompt({ text: trecho, change: 'words', forbiddenWords })
    const answer = await askCounted(parts, {
      ...{ agentId: null, purpose: 'rewrite', prompt },
      options: { ...options, maxOutputTokens: REWRITE_TOKENS },
    })
    const versions = readNumbered(answer.text)
    for (const [index, at] of open.entries()) {
      const line = repairedLine(lines[at] ?? '', versions.get(index + 1) ?? '', forbiddenWords)
      if (line !== undefined) kept.set(at, line)
    }
  }
  return lines.map((line, at) => kept.get(at) ?? line).join('\n')
}

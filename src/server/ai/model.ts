import type { Logger } from 'pino'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'
import { createDemoModel } from './demo.ts'
import { type Opened, openReply, type ProviderFailure, type ReplyContext } from './open-reply.ts'
import type { AiSettings } from './providers/ai-settings.ts'
import { createAuthAlert } from './providers/auth-alert.ts'
import { Continuation } from './providers/continuation.ts'
import { createOwnKeyProviders } from './providers/own-key-providers.ts'
import { failureOf } from './providers/provider-errors.ts'
import { createProviders } from './providers/providers.ts'
import { Watchdog } from './providers/watchdog.ts'
import {
  type GenerateOptions,
  type OwnKey,
  type Prompt,
  type ReplyCost,
  ReplyError,
  type ReplyModel,
  type ReplyPart,
} from './reply.ts'
import { ToolRounds } from './tools/rounds.ts'

/** Far below the context of current models, because every message pays for the whole prompt again. */
const HOSTED_BUDGET_TOKENS = 100_000
/** Compatible servers truncate silently, and many have a small context by default. */
const COMPATIBLE_BUDGET_TOKENS = 16_000

const promptBudget = ({ openai, promptBudgetTokens }: AiSettings): number =>
  promptBudgetTokens ?? (openai?.baseUrl ? COMPATIBLE_BUDGET_TOKENS : HOSTED_BUDGET_TOKENS)

type Parts = ReplyContext & { settings: AiSettings }

/**
 * The configured providers behind one interface with retries and timeouts. Without providers, the demo model
 * for users without an own key.
 */
export function createReplyModel(
  settings: AiSettings,
  log: Logger,
  onFailure?: (failed: ProviderFailure) => void,
): ReplyModel {
  const providers = createProviders(settings)
  const demo = providers.length === 0 ? createDemoModel() : undefined
  const ownProvider = createOwnKeyProviders(settings)
  const alertAuth = createAuthAlert(log)
  const parts = { providers, ownProvider, settings, log, alertAuth, known: new Map(), onFailure }
  return {
    isDemo: demo !== undefined,
    budgetTokens: promptBudget(settings),
    generate: (prompt, options) =>
      demo && !options.credential ? demo.generate(prompt, options) : generate(parts, prompt, options),
  }
}

// A single generator: nesting two costs some microseconds per token.
async function* generate(
  parts: Parts,
  prompt: Prompt,
  { signal, credential, model, maxOutputTokens, format, tools = [] }: GenerateOptions,
): AsyncGenerator<ReplyPart> {
  signal.throwIfAborted()
  const watch = new Watchdog(signal, parts.settings)
  const continuation = new Continuation(prompt.partial ?? '')
  const { log } = parts
  const budgetTokens = promptBudget(parts.settings)
  const rounds = new ToolRounds(prompt, { tools, budgetTokens, log })
  try {
    const asked = { credential, model, maxOutputTokens, watch, format, tool: rounds.use }
    const { isOwnKey, ...first } = await openReply(parts, prompt, asked)
    const { provider, model: writer } = first.reply
    rounds.follow(first.reply)
    yield { type: 'start', provider, model: writer, isOwnKey, usageSoFar: () => rounds.usage }
    try {
      for (
        let opened: Opened | undefined = first;
        opened;
        opened = await continueReply(opened, rounds, watch)
      ) {
        const { reply }: Opened = opened
        for (let { text }: Opened = opened; text !== undefined; text = await reply.next()) {
          watch.textArrived()
          const added = continuation.add(text)
          if (added !== '') yield { type: 'text', text: added }
        }
        const rest = continuation.end()
        if (rest !== '') yield { type: 'text', text: rest }
        rounds.conclude()
        if (!rounds.isOver) yield* rounds.answer(watch)
      }
      yield { type: 'finish', reason: rounds.reason, usage: rounds.usage }
    } catch (error) {
      // No retry at another provider: the user has read the beginning.
      throw await toInterruptedError(parts, error, {
        watch,
        credential: isOwnKey ? credential : undefined,
        spent: { provider, model: writer, usage: rounds.usage },
      })
    }
  } finally {
    watch.close()
  }
}

/**
 * Continues after calls of tools; undefined when the model made none. @throws {ReplyError} when the
 * provider fails.
 */
async function continueReply(last: Opened, rounds: ToolRounds, watch: Watchdog): Promise<Opened | undefined> {
  if (rounds.isOver) return undefined
  // Before any visible text, the deadline of the first text stays as it is.
  if (rounds.hasShown) watch.askedAgain()
  const opened = await last.goOn(rounds.use)
  if (!('reply' in opened)) throw new ReplyError(opened.code)
  rounds.follow(opened.reply)
  return rounds.isAtBreak ? { ...opened, text: opened.text?.trimStart() } : opened
}

type Interrupted = { watch: Watchdog; credential: OwnKey | undefined; spent: ReplyCost }

/**
 * The error of a reply that failed after its first text; `credential` is the user's own key if it was used.
 */
async function toInterruptedError(
  { log, onFailure }: Parts,
  error: unknown,
  { watch, credential, spent }: Interrupted,
): Promise<ReplyError> {
  watch.throwIfOver(spent)
  const failure = failureOf(error)
  const code = codeAfterText(
    error instanceof ReplyError ? error.code : failure.code,
    credential !== undefined,
  )
  if (code === 'own_key_refused') await credential?.onRefused()
  log.warn({ provider: spent.provider, code, status: failure.status }, 'provider reply broke off')
  onFailure?.({ provider: spent.provider ?? 'unknown', code, isOwnKey: credential !== undefined })
  return new ReplyError(code, spent)
}

/** An outage after the first text is reported as a cut. */
function codeAfterText(code: ReplyErrorCode, isOwnKey: boolean): ReplyErrorCode {
  if (code === 'provider_down') return 'upstream_cut'
  return isOwnKey && code === 'provider_auth' ? 'own_key_refused' : code
}

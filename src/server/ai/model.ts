import type { Logger } from 'pino'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'
import { CalculationRounds } from './calculations/rounds.ts'
import { createDemoModel } from './demo.ts'
import { type Opened, openReply, type ProviderFailure, type ReplyContext } from './open-reply.ts'
import { createAuthAlert } from './providers/auth-alert.ts'
import { Continuation } from './providers/continuation.ts'
import { createOwnKeyProviders } from './providers/own-key-providers.ts'
import { failureOf } from './providers/provider-errors.ts'
import { type AiSettings, createProviders } from './providers/providers.ts'
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

/** Far below what current models hold, since every token of it is paid for again with each message. */
const HOSTED_BUDGET_TOKENS = 100_000
/** Compatible servers cut silently what they do not hold, and many hold little by default. */
const COMPATIBLE_BUDGET_TOKENS = 16_000

const promptBudget = ({ openai, promptBudgetTokens }: AiSettings): number =>
  promptBudgetTokens ?? (openai?.baseUrl ? COMPATIBLE_BUDGET_TOKENS : HOSTED_BUDGET_TOKENS)

type Parts = ReplyContext & { settings: AiSettings }

/**
 * The providers that `settings` name, behind one interface with retries and time limits; else the demonstration, for
 * whoever has no key of their own.
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

// One generator and not two, one inside the other: each costs every token some microseconds.
async function* generate(
  parts: Parts,
  prompt: Prompt,
  { signal, credential, model, maxOutputTokens, format, calculates = false }: GenerateOptions,
): AsyncGenerator<ReplyPart> {
  signal.throwIfAborted()
  const watch = new Watchdog(signal, parts.settings)
  const continuation = new Continuation(prompt.partial ?? '')
  const rounds = new CalculationRounds(prompt, calculates)
  try {
    const asked = { credential, model, maxOutputTokens, watch, format, tool: rounds.use }
    const { isOwnKey, ...first } = await openReply(parts, prompt, asked)
    const { provider, model: writer } = first.reply
    rounds.follow(first.reply)
    yield { type: 'start', provider, model: writer, isOwnKey, usageSoFar: () => rounds.usage }
    try {
      for (let opened: Opened | undefined = first; opened; opened = await goOn(opened, rounds, watch)) {
        const { reply }: Opened = opened
        for (let { text }: Opened = opened; text !== undefined; text = await reply.next()) {
          watch.textArrived()
          const added = continuation.add(text)
          if (added !== '') yield { type: 'text', text: added }
        }
        const rest = continuation.end()
        if (rest !== '') yield { type: 'text', text: rest }
        const calculated = rounds.conclude()
        if (calculated !== '') yield { type: 'text', text: calculated }
      }
      yield { type: 'finish', reason: rounds.reason, usage: rounds.usage }
    } catch (error) {
      // Nothing is asked of anybody else from here on, since a person has read the beginning.
      throw await breakOff(parts, error, {
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
 * Gives the model what was calculated for it; undefined where it asked for nothing more.
 * @throws {ReplyError} where it can't go on.
 */
async function goOn(last: Opened, rounds: CalculationRounds, watch: Watchdog): Promise<Opened | undefined> {
  if (rounds.isOver) return undefined
  // Where nothing was shown yet, the first text is late as it would be without a calculation.
  if (rounds.hasShown) watch.askedAgain()
  const opened = await last.goOn(rounds.use)
  if (!('reply' in opened)) throw new ReplyError(opened.code)
  rounds.follow(opened.reply)
  return rounds.isAtBreak ? { ...opened, text: opened.text?.trimStart() } : opened
}

type Broken = { watch: Watchdog; credential: OwnKey | undefined; spent: ReplyCost }

/** What a reply ends with that broke off; `credential` is the key that it was written with. */
async function breakOff(
  { log, onFailure }: Parts,
  error: unknown,
  { watch, credential, spent }: Broken,
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

/** What says nothing of its own, or that the provider is down, is a cut to whoever was reading. */
function codeAfterText(code: ReplyErrorCode, isOwnKey: boolean): ReplyErrorCode {
  if (code === 'provider_down') return 'upstream_cut'
  return isOwnKey && code === 'provider_auth' ? 'own_key_refused' : code
}

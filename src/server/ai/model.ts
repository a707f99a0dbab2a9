import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createAuthAlert } from './auth-alert.ts'
import { Continuation } from './continuation.ts'
import { createDemoModel } from './demo.ts'
import { type Failure, failureOf, retryDelay } from './failures.ts'
import { type AiSettings, createProviders, type Provider } from './providers.ts'
import { type GenerateOptions, type Prompt, ReplyError, type ReplyModel, type ReplyPart } from './reply.ts'
import { hasImages, withoutImages } from './turn-images.ts'
import { UpstreamReply } from './upstream-reply.ts'
import { Watchdog } from './watchdog.ts'

/** Far below what current models hold, since every token of it is paid for again with each message. */
const HOSTED_BUDGET_TOKENS = 100_000
/** Compatible servers cut silently what they do not hold, and many hold little by default. */
const COMPATIBLE_BUDGET_TOKENS = 16_000

const promptBudget = ({ openai, promptBudgetTokens }: AiSettings): number =>
  promptBudgetTokens ?? (openai?.baseUrl ? COMPATIBLE_BUDGET_TOKENS : HOSTED_BUDGET_TOKENS)

type Parts = {
  providers: Provider[]
  settings: AiSettings
  log: Logger
  alertAuth: ReturnType<typeof createAuthAlert>
}

/** The providers that `settings` name, behind one interface with retries and time limits; else the demonstration. */
export function createReplyModel(settings: AiSettings, log: Logger): ReplyModel {
  const providers = createProviders(settings)
  if (providers.length === 0) return createDemoModel()
  const parts = { providers, settings, log, alertAuth: createAuthAlert(log) }
  return {
    isDemo: false,
    budgetTokens: promptBudget(settings),
    generate: (prompt, options) => generate(parts, prompt, options),
  }
}

// One generator and not two, one inside the other: each costs every token some microseconds.
async function* generate(
  parts: Parts,
  prompt: Prompt,
  { signal, model, maxOutputTokens }: GenerateOptions,
): AsyncGenerator<ReplyPart> {
  signal.throwIfAborted()
  const watch = new Watchdog(signal, parts.settings)
  const continuation = new Continuation(prompt.partial ?? '')
  try {
    const { reply, text: first } = await openReply(parts, prompt, { model, maxOutputTokens, watch })
    const { provider } = reply
    yield { type: 'start', provider, usageSoFar: () => reply.usageSoFar }
    try {
      for (let text: string | undefined = first; text !== undefined; text = await reply.next()) {
        watch.textArrived()
        const added = continuation.add(text)
        if (added !== '') yield { type: 'text', text: added }
      }
      const rest = continuation.end()
      if (rest !== '') yield { type: 'text', text: rest }
      yield { type: 'finish', ...reply.end() }
    } catch (error) {
      // Nothing is retried from here on, since a person has read the beginning.
      const spent = { provider, usage: reply.usageSoFar }
      watch.throwIfOver(spent)
      const failure = failureOf(error)
      // What says nothing of its own, or that the provider is down, is a cut to whoever was reading.
      const code = failure.code === 'provider_down' ? 'upstream_cut' : failure.code
      parts.log.warn({ provider, code, status: failure.status }, 'provider reply broke off')
      throw new ReplyError(code, spent)
    }
  } finally {
    watch.close()
  }
}

type Candidate = { provider: Provider; modelId: string | undefined }

/** Who is asked, in order: whoever speaks the agent's model first, then the other one with its own model. */
function candidates(providers: Provider[], model: string | null | undefined): Candidate[] {
  const all = providers.map((provider) => ({
    provider,
    modelId: model && provider.speaks(model) ? model : undefined,
  }))
  return all.sort((a, b) => Number(b.modelId !== undefined) - Number(a.modelId !== undefined))
}

type Opened = { reply: UpstreamReply; text: string }
type Asked = { watch: Watchdog; maxOutputTokens: number | undefined }
type Attempt = Candidate & Asked & { prompt: Prompt } & Pick<Parts, 'log' | 'alertAuth'>

/** Tries until a first text is there: each provider up to three times, none after a failure that will not pass. */
async function openReply(
  { providers, log, alertAuth }: Parts,
  prompt: Prompt,
  { model, ...asked }: Asked & { model: string | null | undefined },
): Promise<Opened> {
  let reported: Failure | undefined
  for (const candidate of candidates(providers, model)) {
    const opened = await openAt({ ...candidate, ...asked, prompt, log, alertAuth })
    if ('reply' in opened) return opened
    // Of two failures a person is told the one that may pass, since trying again then makes sense.
    if (!reported || (opened.isRetryable && !reported.isRetryable)) reported = opened
  }
  throw new ReplyError(reported?.code ?? 'internal')
}

/** All attempts at one provider. */
async function openAt(parts: Attempt): Promise<Opened | Failure> {
  const { provider, watch, log } = parts
  let { prompt } = parts
  for (let attempt = 1; ; attempt += 1) {
    const opened = await openOnce({ ...parts, prompt })
    if ('reply' in opened) return opened
    const { code, status } = opened
    log.warn({ provider: provider.name, attempt, code, status }, 'provider attempt failed')
    if (code === 'provider_auth') parts.alertAuth(provider)
    const wait = retryDelay(opened, attempt, watch.remainingMs)
    if (wait !== undefined) {
      await pause(wait, watch)
      continue
    }
    if (!hasImages(prompt) || !mayBeBlindness(opened)) return opened
    log.warn({ provider: provider.name }, 'asked again without images')
    prompt = withoutImages(prompt)
  }
}

/** Models that don't see refuse images with a status of their server's choice; what says that it is only busy is none of these. */
const mayBeBlindness = ({ code, status }: Failure) =>
  code === 'provider_refused' || status === 500 || status === 501

async function openOnce(parts: Attempt): Promise<Opened | Failure> {
  const { provider, modelId, maxOutputTokens, prompt, watch } = parts
  const reply = new UpstreamReply(provider, watch)
  try {
    return { reply, text: await reply.open(prompt, { modelId, maxOutputTokens }) }
  } catch (error) {
    reply.close()
    watch.throwIfOver()
    if (error instanceof ReplyError) throw error
    return failureOf(error)
  }
}

async function pause(milliseconds: number, watch: Watchdog): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal: watch.signal })
  } catch (error) {
    watch.throwIfOver()
    throw error
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'
import type { ToolUse } from './calculations/rounds.ts'
import type { createAuthAlert } from './providers/auth-alert.ts'
import type { OwnKeyProviders } from './providers/own-key-providers.ts'
import { ProviderAttempt } from './providers/provider-attempt.ts'
import { type Failure, failureOf, retryDelay } from './providers/provider-errors.ts'
import type { Provider } from './providers/providers.ts'
import { type FullRequest, type KnownCapabilities, RequestFallbacks } from './providers/request-fallbacks.ts'
import type { Watchdog } from './providers/watchdog.ts'
import { type OwnKey, type Prompt, ReplyError } from './reply.ts'

/** What replies are opened with. */
export type ReplyContext = {
  /** The house's. */
  providers: Provider[]
  ownProvider: OwnKeyProviders
  log: Logger
  alertAuth: ReturnType<typeof createAuthAlert>
  known: KnownCapabilities
  /** Told of every attempt that failed. */
  onFailure?: ((failed: ProviderFailure) => void) | undefined
}

/** An attempt that failed, and whether it was made with a person's own key. */
export type ProviderFailure = { provider: string; code: ReplyErrorCode; isOwnKey: boolean }

type Candidate = { provider: Provider; modelId: string | undefined }

/** With the agent's model only where this provider speaks it. */
const toCandidate = (provider: Provider, model: string | null | undefined): Candidate => ({
  provider,
  modelId: model && provider.speaks(model) ? model : undefined,
})

/** Who is asked, in order: whoever speaks the agent's model first, then the other one with its own model. */
function candidates(providers: Provider[], model: string | null | undefined): Candidate[] {
  const all = providers.map((provider) => toCandidate(provider, model))
  return all.sort((a, b) => Number(b.modelId !== undefined) - Number(a.modelId !== undefined))
}

export type Opened = {
  reply: ProviderAttempt
  text: string | undefined
  /** Asks the same provider the same with this tool, as often as at first. */
  goOn(tool: ToolUse | undefined): Promise<Opened | Failure>
}
type Asked = { watch: Watchdog; maxOutputTokens: number | undefined } & Omit<FullRequest, 'prompt'>
type Attempt = Candidate &
  Asked & { prompt: Prompt } & Pick<ReplyContext, 'log' | 'alertAuth' | 'known' | 'onFailure'> & {
    isOwnKey: boolean
  }

type Wish = Asked & { model: string | null | undefined; credential: OwnKey | undefined }

/**
 * Tries until a first text is there: with the person's own key where there is one, else each provider of the house up to
 * three times, none after a failure that will not pass.
 * @throws {ReplyError}
 */
export async function openReply(
  parts: ReplyContext,
  prompt: Prompt,
  { credential, ...wish }: Wish,
): Promise<Opened & { isOwnKey: boolean }> {
  const own = credential && (await openWithOwnKey(parts, prompt, { credential, ...wish }))
  return own ? { ...own, isOwnKey: true } : { ...(await openAtHouse(parts, prompt, wish)), isOwnKey: false }
}

/**
 * With a person's own key; undefined where that can't be used and the house is to write the reply.
 * @throws {ReplyError} whatever else stands in the way, since the house is there for no other failure.
 */
async function openWithOwnKey(
  { providers, ownProvider, log, known, onFailure }: ReplyContext,
  prompt: Prompt,
  { credential, model, ...asked }: Wish & { credential: OwnKey },
): Promise<Opened | undefined> {
  const { provider: name, apiKey, onRefused, onAccepted } = credential
  const fallBack = async (code: ReplyErrorCode) => {
    if (await allowsHouse(credential, providers)) return undefined
    throw new ReplyError(code)
  }
  if (apiKey === undefined) return fallBack('own_key_unreadable')
  const candidate = toCandidate(ownProvider({ provider: name, apiKey }), model)
  // The administrator can do nothing about somebody's own key.
  const common = { prompt, log, known, onFailure, isOwnKey: true }
  const opened = await openAt({ ...candidate, ...asked, ...common, alertAuth: () => undefined })
  if ('reply' in opened) {
    // The reader need not wait for this.
    void onAccepted()
    return opened
  }
  if (opened.code !== 'provider_auth') throw new ReplyError(opened.code)
  await onRefused()
  return fallBack('own_key_refused')
}

const allowsHouse = async ({ allowsFallback, onFallback }: OwnKey, providers: Provider[]): Promise<boolean> =>
  allowsFallback && providers.length > 0 && (onFallback === undefined || (await onFallback()))

async function openAtHouse(
  { providers, ...parts }: ReplyContext,
  prompt: Prompt,
  { model, ...asked }: Omit<Wish, 'credential'>,
): Promise<Opened> {
  let reported: Failure | undefined
  for (const candidate of candidates(providers, model)) {
    const opened = await openAt({ ...candidate, ...asked, ...parts, prompt, isOwnKey: false })
    if ('reply' in opened) return opened
    // Of two failures a person is told the one that may pass, since trying again then makes sense.
    if (!reported || (opened.isRetryable && !reported.isRetryable)) reported = opened
  }
  throw new ReplyError(reported?.code ?? 'internal')
}

/** All attempts at one provider. */
async function openAt(parts: Attempt): Promise<Opened | Failure> {
  const { provider, modelId, watch, log } = parts
  const lesser = new RequestFallbacks(parts.known, `${provider.name} ${provider.api} ${modelId ?? ''}`, parts)
  for (let attempt = 1; ; attempt += 1) {
    const opened = await openOnce(parts, lesser.request)
    if ('reply' in opened) {
      lesser.accepted()
      return { ...opened, goOn: (tool) => openAt({ ...parts, tool }) }
    }
    const { code, status } = opened
    log.warn({ provider: provider.name, attempt, code, status }, 'provider attempt failed')
    parts.onFailure?.({ provider: provider.name, code, isOwnKey: parts.isOwnKey })
    if (code === 'provider_auth') parts.alertAuth(provider)
    const wait = lesser.isBlamed(opened) ? undefined : retryDelay(opened, attempt, watch.remainingMs)
    if (wait !== undefined) {
      await pause(wait, watch)
      continue
    }
    const note = lesser.shrink(opened)
    if (!note) return opened
    log.warn({ provider: provider.name }, note)
  }
}

async function openOnce(
  { provider, modelId, maxOutputTokens, watch }: Attempt,
  { prompt, ...extras }: FullRequest,
): Promise<Omit<Opened, 'goOn'> | Failure> {
  const reply = new ProviderAttempt(provider, watch, modelId)
  try {
    return { reply, text: await reply.open(prompt, { maxOutputTokens, ...extras }) }
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

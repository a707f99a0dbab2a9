import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'
import type { createAuthAlert } from './providers/auth-alert.ts'
import type { OwnKeyProviders } from './providers/own-key-providers.ts'
import { ProviderAttempt } from './providers/provider-attempt.ts'
import { type Failure, failureOf, retryDelay } from './providers/provider-errors.ts'
import type { Provider } from './providers/providers.ts'
import { type FullRequest, type KnownCapabilities, RequestFallbacks } from './providers/request-fallbacks.ts'
import type { Watchdog } from './providers/watchdog.ts'
import { type OwnKey, type Prompt, ReplyError } from './reply.ts'
import type { ToolUse } from './tools/tool-use.ts'

/** Dependencies for opening replies. */
export type ReplyContext = {
  /** Configured for the installation. */
  providers: Provider[]
  ownProvider: OwnKeyProviders
  log: Logger
  alertAuth: ReturnType<typeof createAuthAlert>
  known: KnownCapabilities
  /** Called after each failed attempt. */
  onFailure?: ((failed: ProviderFailure) => void) | undefined
}

/** A failed attempt; `isOwnKey` when it used the user's own key. */
export type ProviderFailure = { provider: string; code: ReplyErrorCode; isOwnKey: boolean }

type Candidate = { provider: Provider; modelId: string | undefined }

/** The agent's model is used only at a provider that offers it. */
const toCandidate = (provider: Provider, model: string | null | undefined): Candidate => ({
  provider,
  modelId: model && provider.speaks(model) ? model : undefined,
})

/** Providers in order: those that offer the agent's model first, then the others with their default model. */
function candidates(providers: Provider[], model: string | null | undefined): Candidate[] {
  const all = providers.map((provider) => toCandidate(provider, model))
  return all.sort((a, b) => Number(b.modelId !== undefined) - Number(a.modelId !== undefined))
}

export type Opened = {
  reply: ProviderAttempt
  text: string | undefined
  /** Sends the next request of the same reply to the same provider, with the same retries. */
  goOn(tool: ToolUse | undefined): Promise<Opened | Failure>
}
type Asked = { watch: Watchdog; maxOutputTokens: number | undefined } & Omit<FullRequest, 'prompt'>
type Attempt = Candidate &
  Asked & { prompt: Prompt } & Pick<ReplyContext, 'log' | 'alertAuth' | 'known' | 'onFailure'> & {
    isOwnKey: boolean
  }

type ReplyRequest = Asked & { model: string | null | undefined; credential: OwnKey | undefined }

/**
 * Retries until the first text arrives: with the user's own key if there is one, else up to three attempts at
 * each provider of the installation; none after a permanent failure.
 * @throws {ReplyError}
 */
export async function openReply(
  parts: ReplyContext,
  prompt: Prompt,
  { credential, ...wish }: ReplyRequest,
): Promise<Opened & { isOwnKey: boolean }> {
  const own = credential && (await openWithOwnKey(parts, prompt, { credential, ...wish }))
  return own
    ? { ...own, isOwnKey: true }
    : { ...(await openWithInstallation(parts, prompt, wish)), isOwnKey: false }
}

/**
 * Opens with the user's own key; undefined when the key is unusable and the installation's providers may step
 * in.
 * @throws {ReplyError} for every other failure, which does not fall back.
 */
async function openWithOwnKey(
  { providers, ownProvider, log, known, onFailure }: ReplyContext,
  prompt: Prompt,
  { credential, model, ...asked }: ReplyRequest & { credential: OwnKey },
): Promise<Opened | undefined> {
  const { provider: name, apiKey, onRefused, onAccepted } = credential
  const fallBack = async (code: ReplyErrorCode) => {
    if (await mayFallBack(credential, providers)) return undefined
    throw new ReplyError(code)
  }
  if (apiKey === undefined) return fallBack('own_key_unreadable')
  const candidate = toCandidate(ownProvider({ provider: name, apiKey }), model)
  // No alert for administrators: they cannot fix a user's key.
  const common = { prompt, log, known, onFailure, isOwnKey: true }
  const opened = await openAt({ ...candidate, ...asked, ...common, alertAuth: () => undefined })
  if ('reply' in opened) {
    // Not awaited: the first text goes out at once.
    void onAccepted()
    return opened
  }
  if (opened.code !== 'provider_auth') throw new ReplyError(opened.code)
  await onRefused()
  return fallBack('own_key_refused')
}

const mayFallBack = async ({ allowsFallback, onFallback }: OwnKey, providers: Provider[]): Promise<boolean> =>
  allowsFallback && providers.length > 0 && (onFallback === undefined || (await onFallback()))

async function openWithInstallation(
  { providers, ...parts }: ReplyContext,
  prompt: Prompt,
  { model, ...asked }: Omit<ReplyRequest, 'credential'>,
): Promise<Opened> {
  let failureToReport: Failure | undefined
  for (const candidate of candidates(providers, model)) {
    const opened = await openAt({ ...candidate, ...asked, ...parts, prompt, isOwnKey: false })
    if ('reply' in opened) return opened
    // Of two failures, the temporary one is reported, because then a retry makes sense.
    if (!failureToReport || (opened.isRetryable && !failureToReport.isRetryable)) failureToReport = opened
  }
  throw new ReplyError(failureToReport?.code ?? 'internal')
}

/** All attempts at one provider. */
async function openAt(parts: Attempt): Promise<Opened | Failure> {
  const { provider, modelId, watch, log } = parts
  const fallbacks = new RequestFallbacks(
    parts.known,
    `${provider.name} ${provider.api} ${modelId ?? ''}`,
    parts,
  )
  for (let attempt = 1; ; attempt += 1) {
    const opened = await openOnce(parts, fallbacks.request)
    if ('reply' in opened) {
      fallbacks.accepted()
      return { ...opened, goOn: (tool) => openAt({ ...parts, tool }) }
    }
    const { code, status } = opened
    log.warn({ provider: provider.name, attempt, code, status }, 'provider attempt failed')
    parts.onFailure?.({ provider: provider.name, code, isOwnKey: parts.isOwnKey })
    if (code === 'provider_auth') parts.alertAuth(provider)
    const wait = fallbacks.isBlamed(opened) ? undefined : retryDelay(opened, attempt, watch.remainingMs)
    if (wait !== undefined) {
      await pause(wait, watch)
      continue
    }
    const note = fallbacks.shrink(opened)
    if (!note) return opened
    log.warn({ provider: provider.name }, note)
  }
}

async function openOnce(
  { provider, modelId, maxOutputTokens, watch }: Attempt,
  { prompt, ...extras }: FullRequest,
): Promise<Omit<Opened, 'goOn'> | Failure> {
  let reply: ProviderAttempt | undefined
  try {
    reply = new ProviderAttempt(provider, watch, modelId ?? (await provider.nameModel()))
    return { reply, text: await reply.open(prompt, { maxOutputTokens, ...extras }) }
  } catch (error) {
    reply?.close()
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

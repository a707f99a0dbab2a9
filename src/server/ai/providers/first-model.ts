import type { AiSettings } from './ai-settings.ts'
import { providerFetch } from './provider-fetch.ts'
import { modelsRequest } from './verify-key.ts'

const TIMEOUT_MS = 5_000
const LIST_MAX_BYTES = 2_000_000
const NAME_MAX = 120
const NOT_FOUND = 404

/** Names of models that do not chat, in the lists of servers that offer all kinds. */
const NO_CHAT =
  /embed|rerank|whisper|transcri|\btts\b|speech|moderation|guard|dall-e|image|diffusion|\b(bge|e5|gte)-/i

/** The server of OPENAI_BASE_URL lists no chat model. `statusCode` classifies it as the provider's refusal. */
class UnnamedModelError extends Error {
  readonly statusCode: number
  constructor(message: string, statusCode = NOT_FOUND) {
    super(message)
    this.statusCode = statusCode
  }
}

/** The choice per server for all providers of this process, so that it does not change between two replies. */
const chosen = new Map<string, string>()

/** The model that was taken from the server's list, if it was read already. */
export const chosenModel = (baseUrl: string | undefined): string | undefined =>
  baseUrl === undefined ? undefined : chosen.get(baseUrl)

/**
 * The first chat model that a compatible server lists.
 * @throws {UnnamedModelError} when the list is refused or has none; network errors, or a timeout after 5 s.
 */
export async function firstChatModel(settings: Pick<AiSettings, 'openai' | 'fetch'>): Promise<string> {
  const { apiKey = 'none', baseUrl = '' } = settings.openai ?? {}
  const known = chosen.get(baseUrl)
  if (known) return known
  const { url, headers } = modelsRequest(settings, 'openai', apiKey)
  const ask = settings.fetch ?? providerFetch
  const response = await ask(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new UnnamedModelError(`/models answered ${response.status}`, response.status)
  }
  const name = namesIn(await readText(response)).find((id) => !NO_CHAT.test(id))
  if (!name) throw new UnnamedModelError('/models lists no chat model')
  chosen.set(baseUrl, name)
  return name
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > LIST_MAX_BYTES) throw new UnnamedModelError('/models is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Printable names only, because they reach the log and the screen. */
function namesIn(text: string): string[] {
  try {
    const { data } = JSON.parse(text) as { data?: { id?: unknown }[] }
    const ids = Array.isArray(data) ? data.map((item) => item?.id) : []
    return ids
      .filter((id) => typeof id === 'string')
      .filter((id) => id.length <= NAME_MAX && /^[\x21-\x7e]+$/.test(id))
  } catch {
    return []
  }
}

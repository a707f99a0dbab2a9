import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProviderName } from '../../../ai/reply.ts'
import { type Behaviour, readDirective } from './behaviour.ts'
import { errorBody } from './wire.ts'

/** A request for the list of models, which verifies a key. */
export type KeyCheck = {
  provider: ProviderName
  /** The requested path with its query. */
  path: string
  headers: IncomingMessage['headers']
  apiKey: string
}

/** The list of a compatible server, whose first model does not chat. */
const OFFERED = [
  { id: 'nomic-embed-text', object: 'model' },
  { id: 'modelo-do-servidor', object: 'model' },
]

/** The response to such a request. */
export type CheckBehaviour =
  | Extract<Behaviour, { kind: 'status' | 'noHeaders' }>
  | { kind: 'redirect'; to: string }

/** The API key of a request, from any of the providers' headers. */
export const apiKeyOf = ({ headers }: IncomingMessage): string =>
  String(headers['x-goog-api-key'] ?? headers.authorization ?? '').replace(/^Bearer /, '')

/** Parses a key verification; undefined for other requests. */
export function readKeyCheck(request: IncomingMessage): KeyCheck | undefined {
  const { method, url: path = '', headers } = request
  const [place] = path.split('?')
  if (method !== 'GET' || (place !== '/v1/models' && place !== '/v1beta/models')) return undefined
  const provider = place === '/v1/models' ? 'openai' : 'google'
  return { provider, path, headers, apiKey: apiKeyOf(request) }
}

/**
 * A directive at the end of a key sets the response, such as `[[status=401]]`; otherwise the key is accepted.
 */
export function answerKeyCheck(
  { provider, apiKey }: KeyCheck,
  scripted: CheckBehaviour | undefined,
  response: ServerResponse,
): void {
  const behaviour = scripted ?? (isRevoked(apiKey) ? undefined : readDirective(apiKey)?.behaviour)
  if (behaviour?.kind === 'noHeaders') return
  if (behaviour?.kind === 'redirect') {
    response.writeHead(302, { location: behaviour.to }).end()
    return
  }
  const status = behaviour?.kind === 'status' ? behaviour.status : 200
  const api = provider === 'google' ? 'gemini' : 'chat'
  const models = provider === 'google' ? { models: [] } : { object: 'list', data: OFFERED }
  const body =
    status === 200 ? models : errorBody(api, status, `Refused with ${status}; the key was ${apiKey}.`)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const REVOKED = { kind: 'status', status: 401 } as const

/** A key that is accepted when verified, and refused when used. */
export const isRevoked = (apiKey: string): boolean => apiKey.endsWith('[[revoked]]')

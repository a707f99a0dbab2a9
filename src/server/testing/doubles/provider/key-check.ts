import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProviderName } from '../../../ai/reply.ts'
import { type Behaviour, readDirective } from './behaviour.ts'
import { errorBody } from './wire.ts'

/** Somebody asked what models there are, to find out whether a key is taken. */
export type KeyCheck = {
  provider: ProviderName
  /** As it was asked for, with its query. */
  path: string
  headers: IncomingMessage['headers']
  apiKey: string
}

/** What is done with one of those. */
export type CheckBehaviour =
  | Extract<Behaviour, { kind: 'status' | 'noHeaders' }>
  | { kind: 'redirect'; to: string }

/** The key that a request carries, in whichever header it does. */
export const apiKeyOf = ({ headers }: IncomingMessage): string =>
  String(headers['x-goog-api-key'] ?? headers.authorization ?? '').replace(/^Bearer /, '')

/** Such a request read; undefined for any other. */
export function readKeyCheck(request: IncomingMessage): KeyCheck | undefined {
  const { method, url: path = '', headers } = request
  const [place] = path.split('?')
  if (method !== 'GET' || (place !== '/v1/models' && place !== '/v1beta/models')) return undefined
  const provider = place === '/v1/models' ? 'openai' : 'google'
  return { provider, path, headers, apiKey: apiKeyOf(request) }
}

/** A directive that ends a key decides what is said of it, as `[[status=401]]`; without one it is taken. */
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
  const models = provider === 'google' ? { models: [] } : { object: 'list', data: [] }
  const body =
    status === 200 ? models : errorBody(api, status, `Refused with ${status}; the key was ${apiKey}.`)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const REVOKED = { kind: 'status', status: 401 } as const

/** A key that is taken when it is looked at, and refused when a reply is asked for with it. */
export const isRevoked = (apiKey: string): boolean => apiKey.endsWith('[[revoked]]')

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'

type Sent = { headers?: Record<string, string>; method?: string; body?: unknown }

/** Calls `url` from an address of this machine, such as 127.0.0.2, which Linux has without configuration. */
export async function requestFrom(
  localAddress: string,
  url: string,
  { headers, method = 'GET', body }: Sent = {},
): Promise<{ status: number; text: string }> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const open = url.startsWith('https:') ? secureRequest : request
  const asked = open(url, {
    // Test proxies have certificates of their own.
    ...{ localAddress, method, agent: false, rejectUnauthorized: false },
    headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
  })
  asked.end(json)
  const [answer]: [IncomingMessage] = (await once(asked, 'response')) as never
  return { status: answer.statusCode ?? 0, text: (await buffer(answer)).toString() }
}

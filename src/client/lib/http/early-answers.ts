import { READER_HEADER } from '#shared/offline-cache.ts'

declare global {
  /**
   * Requests that `boot.js` sent before the app's code arrived, by address; the app takes each at most once. Undefined
   * for those that the app has sent or taken, which `boot.js` sends no more.
   */
  var earlyAnswers: Map<string, Promise<Response> | undefined> | undefined
}

/** After this time since the page's start, in milliseconds, an untaken answer is too old. */
const MAX_AGE_MS = 30_000

/**
 * `fetch`, with the answer to the same request from the page's start if there is one. An answer of the App API counts only
 * if the server named the same reader in it as the request does. A call that may change anything drops all of them.
 */
export async function fetchOnce(request: Request, options?: RequestInit): Promise<Response> {
  const early = globalThis.earlyAnswers
  if (!early) return fetch(request, options)
  if (request.method !== 'GET' || performance.now() > MAX_AGE_MS) early.clear()
  const { pathname, search } = new URL(request.url)
  const answer = await take(early, pathname + search)
  const isSame = answer && (isSession(pathname) || namesReader(answer, request))
  return isSame ? answer : fetch(request, options)
}

async function take(early: NonNullable<typeof earlyAnswers>, path: string): Promise<Response | undefined> {
  const answer = early.get(path)
  early.set(path, undefined)
  return answer?.catch(() => undefined)
}

const isSession = (pathname: string) => pathname === '/api/auth/get-session'

function namesReader({ headers }: Response, request: Request): boolean {
  const reader = request.headers.get(READER_HEADER)
  return reader !== null && headers.get(READER_HEADER) === reader
}

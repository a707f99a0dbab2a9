import ky, { HTTPError, type KyInstance, type Options, TimeoutError } from 'ky'
import { ERROR_STATUS, type ErrorCode, type Success } from '#shared/envelope.ts'
import { KEPT_HEADER } from '#shared/offline-cache.ts'
import { reportOnline, reportStaleContent, reportUnanswered } from './connection.ts'
import { fetchOnce } from './early-answers.ts'
import { offlineReaderHeaders } from './offline-reader.ts'
import { countProofs, isProved } from './step-up.ts'

/** Every failure of a call. `code` is the envelope's, better-auth's, or NETWORK / TIMEOUT when no answer came. */
export class ApiError extends Error {
  readonly code: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** For VALIDATION_ERROR: field path → text. */
  readonly details: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    failure: { code: string; status: number; message: string },
    extra: { details?: Record<string, string> | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(failure.message)
    this.name = 'ApiError'
    this.code = failure.code
    this.status = failure.status
    this.details = extra.details
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type RequestOptions = {
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** Sent as multipart instead of `body`. */
  form?: FormData
  signal?: AbortSignal | undefined
  /** None by default: a repeated call is the caller's decision (SPEC §5). */
  retry?: { limit: number; backoff: 'linear' | 'exponential'; baseMs?: number }
  /** For each attempt, in milliseconds; none by default. */
  timeoutMs?: number
  /** Accepts an answer of the offline cache. */
  mayBeKept?: boolean
  /** The call survives a page unload (`keepalive`); bodies up to 64 KB. */
  outlivesPage?: boolean
}

export type StreamOptions = Pick<RequestOptions, 'body' | 'signal'> & { headers?: Record<string, string> }

const NETWORK_TEXT = 'Sem conexão com o servidor. Confira sua internet e tente de novo.'
const TIMEOUT_TEXT = 'O servidor demorou demais para responder. Tente de novo.'
const UNEXPECTED_TEXT = 'O servidor deu uma resposta inesperada. Tente de novo em instantes.'

function codeOfStatus(status: number): ErrorCode {
  if (status === 502 || status === 504) return 'UNAVAILABLE'
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[]
  return codes.find((code) => ERROR_STATUS[code] === status) ?? 'INTERNAL_ERROR'
}

type HeaderOf = (name: string) => string | null

function retryAfterOf(header: HeaderOf): number | undefined {
  const seconds = Number(header('retry-after') ?? header('x-retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function detailsOf(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined
  return Object.fromEntries(Object.entries(value).map(([field, text]) => [field, String(text)]))
}

type Refusal = { status: number; header: HeaderOf; data: unknown; isAuth?: boolean }

/** Reads both shapes of failure: the App API's envelope and better-auth's bare `{code, message}`. */
export function failureOf({ status, header, data, isAuth = false }: Refusal): ApiError {
  const body = isRecord(data) ? data : {}
  // A text of a proxy is not shown to users.
  const failure = isRecord(body.error) ? body.error : isAuth && textIn(body.code) ? body : {}
  return new ApiError(
    {
      status,
      code: textIn(failure.code) ?? codeOfStatus(status),
      message: textIn(failure.message) ?? '',
    },
    { details: detailsOf(failure.details), retryAfterSeconds: retryAfterOf(header) },
  )
}

function failureOfResponse({ request, response, data }: HTTPError): ApiError {
  const isAuth = new URL(request.url).pathname.startsWith('/api/auth/')
  return failureOf({ status: response.status, header: (name) => response.headers.get(name), data, isAuth })
}

export const networkError = () => new ApiError({ code: 'NETWORK', status: 0, message: NETWORK_TEXT })

/** The call got no answer (NETWORK or TIMEOUT). */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'TIMEOUT')

/** No answer, or that of a proxy which found no server. */
export const isUnreachable = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof ApiError && (error.status === 502 || error.status === 504))

/** An answer in an unknown format. */
export const unexpectedAnswer = () =>
  new ApiError({ code: 'INTERNAL_ERROR', status: 0, message: UNEXPECTED_TEXT })

function toApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof HTTPError) return failureOfResponse(error)
  if (error instanceof TimeoutError)
    return new ApiError({ code: 'TIMEOUT', status: 0, message: TIMEOUT_TEXT })
  // An abort keeps its name, so that callers can tell it from a failure.
  if (error instanceof Error && error.name === 'AbortError') return error
  if (error instanceof SyntaxError) return unexpectedAnswer()
  return networkError()
}

function kyOptions(method: Method, options: RequestOptions & StreamOptions): Options {
  const { retry } = options
  const baseMs = retry?.baseMs ?? 300
  return {
    method,
    // ky passes a Request.
    fetch: (input, init) => fetchOnce(input as Request, init),
    timeout: options.timeoutMs ?? false,
    retry: retry
      ? {
          limit: retry.limit,
          methods: [method.toLowerCase()],
          retryOnTimeout: true,
          delay: (attempt) => (retry.backoff === 'linear' ? baseMs * attempt : baseMs * 2 ** (attempt - 1)),
        }
      : 0,
    ...(options.query && { searchParams: options.query }),
    // Always JSON, also when empty: the server refuses a state-changing call of any other type.
    ...(method !== 'GET' && (options.form ? { body: options.form } : { json: options.body ?? {} })),
    ...(options.signal && { signal: options.signal }),
    ...(options.outlivesPage && { keepalive: true }),
    headers: { ...options.headers, ...(options.mayBeKept && offlineReaderHeaders()) },
  }
}

type Call = [client: KyInstance, method: Method, path: string, options: RequestOptions & StreamOptions]

/** Sends a call, and once more if the user proves who is there after its refusal. */
async function send(...call: Call): Promise<Response> {
  const before = countProofs()
  try {
    return await sendOnce(...call)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'STEP_UP_REQUIRED' && (await isProved(before))))
      throw error
    return sendOnce(...call)
  }
}

async function sendOnce(...[client, method, path, options]: Call): Promise<Response> {
  try {
    const response = await client(path, kyOptions(method, options))
    if (response.headers.has(KEPT_HEADER)) reportStaleContent()
    else reportOnline()
    return response
  } catch (error) {
    const failure = toApiError(error)
    if (failure instanceof ApiError && failure.code === 'NETWORK') reportUnanswered()
    throw failure
  }
}

async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T
  } catch (error) {
    throw toApiError(error)
  }
}

const unauthorizedListeners = new Set<() => void>()

/** Calls `listener` on each 401 of the App API: the session is gone. */
export function onUnauthorized(listener: () => void): void {
  unauthorizedListeners.add(listener)
}

/** Notifies the listeners of `onUnauthorized` if the status is 401. */
export function reportUnauthorized({ status }: { status: number }): void {
  if (status === 401) for (const listener of unauthorizedListeners) listener()
}

function warnSignedOut({ response }: { response: Response }) {
  // biome-ignore lint/suspicious/noConsole: the warning is part of the specified behaviour (SPEC §5).
  if (response.status === 401) console.warn('Authentication failed or session expired')
}

/** Builds the three request functions for one server; `origin` is empty in the browser (same origin). */
export function createHttp(origin = '') {
  const api = ky.create({
    prefix: `${origin}/api/v1`,
    credentials: 'include',
    hooks: { afterResponse: [({ response }) => reportUnauthorized(response)] },
  })
  const auth = ky.create({
    prefix: `${origin}/api/auth`,
    credentials: 'include',
    hooks: { afterResponse: [warnSignedOut] },
  })
  return {
    /** App API: resolves to the envelope's `data`. @throws {ApiError}, or AbortError when `signal` aborts. */
    async request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
      return (await readJson<Success<T>>(await send(api, method, path, options))).data
    },
    /** App API: the raw response of a streaming call, 204 included. @throws {ApiError}, or AbortError. */
    requestStream(method: Method, path: string, options: StreamOptions = {}): Promise<Response> {
      return send(api, method, path, options)
    },
    /** `/api/auth`, which answers in better-auth's own shapes. @throws {ApiError}, or AbortError. */
    async requestAuth<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
      return readJson<T>(await send(auth, method, path, options))
    },
  }
}

export const { request, requestStream, requestAuth } = createHttp()

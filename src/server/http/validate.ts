import { describeRoute, resolver, validator } from 'hono-openapi'
import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode, Failure, successOf } from '#shared/envelope.ts'
import { AppError } from './errors.ts'
import { readJson } from './json-body.ts'

type Operation = {
  tag: string
  summary: string
  /** Payload of the success envelope; `stream`, `zip` and `file` for what is no envelope, with what it carries in the summary. */
  data: z.core.$ZodType | 'stream' | 'zip' | 'file'
  status?: 200 | 201
  /** What it can fail with, besides INTERNAL_ERROR and UNAVAILABLE. */
  errors?: ErrorCode[]
  isPublic?: boolean
  /** It changes something, and so is refused to foreign pages and for bodies of the wrong kind or size. */
  writes?: boolean
  /** Its body is a form with one file, in the field `file`. */
  sendsFile?: boolean
  /** Beside its success it may answer 204. */
  mayBeEmpty?: boolean
}

const WRITE_ERRORS = ['FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const

const RAW_TYPES = { stream: 'text/event-stream', zip: 'application/zip', file: '*/*' } as const

const FILE_FORM = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        required: ['file'],
        properties: { file: { type: 'string' as const, format: 'binary' } },
      },
    },
  },
}

/** Publishes a route in the OpenAPI document. */
export function operation(spec: Operation) {
  const errors: ErrorCode[] = [
    ...(spec.isPublic ? [] : (['UNAUTHORIZED', 'FORBIDDEN'] as const)),
    ...(spec.writes ? WRITE_ERRORS : []),
    ...(spec.errors ?? []),
    'INTERNAL_ERROR',
  ]
  const success =
    typeof spec.data === 'string'
      ? { [RAW_TYPES[spec.data]]: { schema: { type: 'string' as const } } }
      : { 'application/json': { schema: resolver(successOf(spec.data)) } }
  return describeRoute({
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.isPublic ? { security: [] } : {}),
    ...(spec.sendsFile && { requestBody: FILE_FORM }),
    responses: {
      [spec.status ?? 200]: { description: 'Success', content: success },
      ...(spec.mayBeEmpty && { 204: { description: 'Nothing to stream' } }),
      ...Object.fromEntries(
        [...Map.groupBy(errors, (code) => ERROR_STATUS[code])].map(([status, codes]) => [
          status,
          {
            description: [...new Set(codes)].join(', '),
            content: { 'application/json': { schema: resolver(Failure) } },
          },
        ]),
      ),
    },
  })
}

/**
 * Checks one part of a request against its contract; the handler reads it with `c.req.valid(target)`.
 * @throws {AppError} VALIDATION_ERROR with a field → text map.
 */
export function input<T extends 'json' | 'query' | 'param', S extends z.ZodType>(target: T, schema: S) {
  const check = validator(target, schema, (result) => {
    if (!result.success) throw invalid(result.error)
  })
  if (target !== 'json') return check
  const checkJson: typeof check = async (c, next) => {
    await readJson(c)
    return check(c, next)
  }
  // What publishes the schema in the document stays on the handler.
  return Object.assign(checkJson, check)
}

// For what no schema has its own text for.
z.config(z.locales.pt())

type Issue = {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
  /** Names that a strict object does not know. */
  keys?: string[]
}

/** The failure that names each field that is wrong, and the first thing wrong with it. */
export function invalid(issues: readonly Issue[]): AppError {
  const texts = issues.flatMap(({ message, path = [], keys }) => {
    const place = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment))
    if (!keys) return [[place.join('.') || 'body', message] as const]
    return keys.map((key) => [[...place, key].join('.'), 'Campo desconhecido'] as const)
  })
  return new AppError('VALIDATION_ERROR', texts[0]?.[1] ?? 'Dados inválidos', {
    details: Object.fromEntries(texts.toReversed()),
  })
}

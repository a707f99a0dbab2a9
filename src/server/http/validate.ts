import { describeRoute, resolver, validator } from 'hono-openapi'
import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode, Failure, successOf } from '#shared/envelope.ts'
import { AppError } from './errors.ts'
import { readJson } from './json-body.ts'

type Operation = {
  tag: string
  summary: string
  /**
   * Payload of the success envelope. `stream`, `zip` and `file` are responses without an envelope; the
   * summary describes them.
   */
  data: z.core.$ZodType | 'stream' | 'zip' | 'file'
  status?: 200 | 201
  /** Error codes besides INTERNAL_ERROR and UNAVAILABLE. */
  errors?: ErrorCode[]
  isPublic?: boolean
  /** Changes state, so foreign origins and bodies of the wrong type or size are refused. */
  writes?: boolean
  /** The body is a form with one file in the field `file`. */
  sendsFile?: boolean
  /** May answer 204 besides its success. */
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

/** Describes a route in the OpenAPI document. */
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
 * Validates one part of a request against its schema; the handler reads it with `c.req.valid(target)`.
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
  // Keeps the metadata from which hono-openapi publishes the schema.
  return Object.assign(checkJson, check)
}

// Default texts for issues whose schema has no text of its own.
z.config(z.locales.pt())

type Issue = {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
  /** Unknown keys of a strict object. */
  keys?: string[]
}

/** A VALIDATION_ERROR with the first text of each invalid field. */
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

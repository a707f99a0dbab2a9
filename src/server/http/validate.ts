import { describeRoute, resolver, validator } from 'hono-openapi'
import type { z } from 'zod'
import { ERROR_STATUS, type ErrorCode, Failure, successOf } from '#shared/envelope.ts'
import { AppError } from './errors.ts'

type Operation = {
  tag: string
  summary: string
  /** Payload of the success envelope; `stream` for an event stream, with what it carries in the summary. */
  data: z.ZodType | 'stream'
  status?: 200 | 201
  /** What it can fail with, besides INTERNAL_ERROR and UNAVAILABLE. */
  errors?: ErrorCode[]
  isPublic?: boolean
}

/** Publishes a route in the OpenAPI document. */
export function operation(spec: Operation) {
  const errors: ErrorCode[] = [
    ...(spec.isPublic ? [] : (['UNAUTHORIZED'] as const)),
    ...(spec.errors ?? []),
    'INTERNAL_ERROR',
  ]
  const success =
    spec.data === 'stream'
      ? { 'text/event-stream': { schema: { type: 'string' as const } } }
      : { 'application/json': { schema: resolver(successOf(spec.data)) } }
  return describeRoute({
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.isPublic ? { security: [] } : {}),
    responses: {
      [spec.status ?? 200]: { description: 'Success', content: success },
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
  return validator(target, schema, (result) => {
    if (result.success) return
    const issues = result.error.map((issue) => ({
      path: (issue.path ?? [])
        .map((segment) => (typeof segment === 'object' ? segment.key : segment))
        .join('.'),
      message: issue.message,
    }))
    throw new AppError('VALIDATION_ERROR', issues[0]?.message ?? 'Dados inválidos', {
      // The first text of a field wins: it is the most basic thing wrong with it.
      details: Object.fromEntries(issues.reverse().map((issue) => [issue.path, issue.message])),
    })
  })
}

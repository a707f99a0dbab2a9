import { z } from 'zod'

/** The closed list of error codes with their HTTP statuses (SPEC §5). */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  PLAN_REQUIRED: 403,
  STORAGE_FULL: 403,
  /** The session must prove again who is there. */
  STEP_UP_REQUIRED: 403,
  /** The house demands a second factor from administrators. */
  SECOND_FACTOR_REQUIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

const errorCodes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

export const ErrorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  /** For VALIDATION_ERROR: field path → text. */
  details: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const Failure = z.object({
  success: z.literal(false),
  message: z.string().optional(),
  timestamp: z.iso.datetime(),
  error: ErrorBody,
})
export type Failure = z.infer<typeof Failure>

/** The success envelope for the payload `data`. */
export const successOf = <T extends z.core.$ZodType>(data: T) =>
  z.object({
    success: z.literal(true),
    message: z.string().optional(),
    timestamp: z.iso.datetime(),
    data,
  })

export type Success<T> = { success: true; message?: string; timestamp: string; data: T }

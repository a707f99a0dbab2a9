import { APIError, createAuthMiddleware } from 'better-auth/api'
import { ERROR_STATUS } from '#shared/envelope.ts'
import { AppError } from '../../http/errors.ts'

export type Ctx = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** An AppError in better-auth's shape. */
const toApiError = ({ code, message, details }: AppError) =>
  new APIError(ERROR_STATUS[code], { code, message, ...(details && { details }) })

/** A better-auth hook that may throw AppError. */
export const checked = (check: (ctx: Ctx) => Promise<unknown>) =>
  createAuthMiddleware(async (ctx) => {
    try {
      return await check(ctx)
    } catch (error) {
      throw error instanceof AppError ? toApiError(error) : error
    }
  })

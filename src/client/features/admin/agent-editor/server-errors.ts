import { ApiError } from '#client/lib/http/http-client.ts'

export function atTheirFields(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.details) return error
  const details = Object.fromEntries(
    Object.entries(error.details).map(([path, text]) => [path.split('.')[0] ?? path, text]),
  )
  return new ApiError(error, { details, retryAfterSeconds: error.retryAfterSeconds })
}

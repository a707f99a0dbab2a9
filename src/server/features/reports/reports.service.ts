import type { CreateReport, Report } from '#shared/contract/reports.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { limitCalls } from '../../auth/limits/person-limiter.ts'
import type { Deps } from '../../deps.ts'
import { getReportable, saveReport } from './reports.queries.ts'

const DAY = { name: 'report-day', window: 86_400, max: SERVER_LIMITS.reportsPerDay }

/**
 * Reports a reply, or changes the open report of it, which counts in no limit.
 * @throws {AppError} NOT_FOUND, CONFLICT, RATE_LIMITED.
 */
export async function reportReply(
  parts: Pick<Deps, 'db' | 'env' | 'redis'>,
  { userId, messageId, ...given }: CreateReport & { userId: string },
): Promise<{ report: Report; isNew: boolean }> {
  const { db, env } = parts
  const { isReported, ...reply } = await getReportable(db, { messageId, userId })
  if (!isReported && env.rateLimits) await limitCalls(parts, { userId, ...DAY })
  const report = await saveReport(db, { ...reply, ...given, userId })
  return { report, isNew: !isReported }
}

import { z } from 'zod'
import { Id, Timestamp } from './scalars.ts'
import { UsageCost } from './usage.ts'

const count = z.number().int().min(0)
const figures = { messages: count, replies: count, tokens: count, cost: UsageCost }

/** A month of a user; `month` is its first day. */
const UserMonth = z.object({ month: z.string(), ...figures })
export type UserMonth = z.infer<typeof UserMonth>

/** An agent that a user wrote to. The name is null once the agent is deleted for good. */
const UserAgentUsage = z.object({
  agentId: Id,
  name: z.string().nullable(),
  lastDay: z.string(),
  ...figures,
})
export type UserAgentUsage = z.infer<typeof UserAgentUsage>

/** The last twelve months of a user, by month and by agent; at most some minutes old. */
export const UserUsage = z.object({
  months: z.array(UserMonth),
  agents: z.array(UserAgentUsage),
  /** Browsers that entered the account within a year. */
  knownDevices: count,
  lastDeviceAt: z.nullable(Timestamp),
})
export type UserUsage = z.infer<typeof UserUsage>

/** An amount of a user's purchases, as the provider told it. */
const UserPayment = z.object({
  id: Id,
  provider: z.enum(['hubla', 'stripe']),
  kind: z.enum(['sale', 'refund']),
  planName: z.string().nullable(),
  /** ISO 4217, and the smallest unit of that currency. */
  currency: z.string(),
  cents: z.number(),
  day: z.string(),
})
export type UserPayment = z.infer<typeof UserPayment>

/** Newest first, the last hundred. */
export const UserPayments = z.array(UserPayment)
export type UserPayments = z.infer<typeof UserPayments>

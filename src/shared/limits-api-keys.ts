/** Limits of administrators' API keys; a file of its own, because one screen loads them. */
export const API_KEY_LIMITS = {
  /** Of the installation, without ended ones. */
  living: 20,
  defaultDays: 90,
  maxDays: 365,
  nameLength: 60,
  /** Of one key: a program that follows an import asks once a second. */
  callsPerMinute: 120,
  /** Calls with keys that open nothing, from one address. */
  wrongPerMinute: 20,
} as const

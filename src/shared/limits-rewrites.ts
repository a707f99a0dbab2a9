/** Limits of rewritten selections, in UTF-16 code units; a file of its own, because only the editor loads them. */
export const REWRITE_LIMITS = {
  /** Several pages, and a fraction of a prompt's budget. */
  textLength: 8_000,
  requestLength: 500,
  /** Forbidden words are replaced in one call, and in another for the sentences that kept one. */
  repairCalls: 2,
} as const

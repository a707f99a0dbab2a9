/** Limits of the Revisor; lengths in UTF-16 code units. */
export const REVIEW_LIMITS = {
  textLength: 100_000,
  /** Remarks of one document: ignored and proved findings. */
  notesPerDocument: 200,
  quoteLength: 1_200,
  reasonLength: 1_000,
  /** Rules that administrators add, and their phrases. */
  ownRules: 30,
  phrases: 20,
  phraseLength: 80,
  titleLength: 80,
  ruleTextLength: 500,
  addressLength: 300,
} as const

/** Limits of the reading by a model; lengths in UTF-16 code units. */
export const JUDGE_LIMITS = {
  /** Read in one call. */
  partLength: 8_000,
  /** Calls for one text; the rest of a longer one is not read. */
  parts: 4,
  findingsPerPart: 30,
  quoteLength: 400,
  reasonLength: 300,
} as const

/** Limits of the count of saved documents that a rule of phrases concerns. */
export const REACH_LIMITS = {
  /** Of all people, the latest changed. */
  documents: 2_000,
  /** Titles of the caller's own. */
  ownTitles: 20,
} as const

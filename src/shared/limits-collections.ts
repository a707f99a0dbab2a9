/** Limits of the Acervo, on both sides. Sizes are bytes. Those of a person hold for the house too. */
export const COLLECTION_LIMITS = {
  collectionsPerPerson: 1_000,
  /** House collections that an agent reads. */
  collectionsPerAgent: 10,
  nameLength: 120,
  descriptionLength: 300,
  sourcesPerPerson: 1_000,
  /** Sources that are sent, named or read again: each takes a process of its own. */
  readingsPerHour: 300,
  /** Of these, pages, which are fetched from the sites of others. */
  pagesPerHour: 60,
  pagesPerDay: 200,
  /** Searches on screen whose question is embedded; beyond them only words are searched. */
  questionsPerHour: 300,
  sourceBytes: 25 * 1024 * 1024,
  pages: 1_500,
  /** Seconds of audio that are transcribed for an owner in a day; one that begins below is transcribed whole. */
  audioSecondsPerDay: 4 * 3_600,
  /** Those of a person are a figure of the plan. */
  passagesPerSource: 20_000,
  passagesOfHouse: 20_000,
  /** Passages of a source that are read at once, in their order. */
  passagesPerPage: 30,
  /** Characters of a source's text, far above what its passages may hold together. */
  sourceText: 12_000_000,
  addressLength: 2_000,
  questionLength: 300,
  /** Files of one drop. */
  filesAtOnce: 200,
  /** Passages that a question, or a call of the model, brings; and all that one reply is given. */
  passagesPerQuestion: 8,
  passagesPerReply: 99,
} as const

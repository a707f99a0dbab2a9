/** Limits of a brand's voice; lengths in UTF-16 code units. */
export const VOICE_LIMITS = {
  /** With fewer samples nothing is measured. */
  samplesMin: 3,
  samplesMax: 20,
  /** Two pages; of a longer document the beginning. */
  sampleLength: 6_000,
  words: 50,
  wordLength: 60,
  moves: 12,
  moveLength: 200,
  exampleLength: 400,
} as const

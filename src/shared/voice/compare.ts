import { measureVoice, type VoiceFeatures } from './features.ts'

/** What the meter compares, in display order. */
export const VOICE_TRAITS = [
  'sentenceMean',
  'sentenceSpread',
  'address',
  'questions',
  'exclamations',
  'emoji',
  'formality',
] as const
export type VoiceTrait = (typeof VOICE_TRAITS)[number]

type FigureTrait = Exclude<VoiceTrait, 'address' | 'formality'>
export type Address = 'voce' | 'tu' | 'gente' | 'mixed' | 'none'
export type Formality = 'informal' | 'neutral' | 'formal'

export type VoiceDifference =
  | { trait: FigureTrait; text: number; voice: number }
  | { trait: 'address'; text: Address; voice: Address }
  | { trait: 'formality'; text: Formality; voice: Formality }

/** `compared` traits, of which those in `differences` differ. */
export type VoiceComparison = { compared: number; differences: VoiceDifference[] }

/** A shorter text has no voice to measure. */
const MIN_WORDS = 40
const MIN_SENTENCES = 4

/** A figure differs when it is further away than the floor and the share of the voice's figure. */
const TOLERANCE: Record<FigureTrait, { floor: number; share: number }> = {
  sentenceMean: { floor: 3, share: 0.3 },
  sentenceSpread: { floor: 4, share: 0.6 },
  questions: { floor: 12, share: 0.6 },
  exclamations: { floor: 12, share: 0.6 },
  emoji: { floor: 12, share: 0.6 },
}

/** Rarer addresses, per 100 sentences, are chance. */
const ADDRESSED = 8
/** Share of the most frequent address, from which on it is the voice's. */
const DOMINANT = 0.6
const FORMALITY_MARKS = 8

/** How texts address their reader. */
export function addressOf({ voce, tu, gente }: VoiceFeatures): Address {
  const total = voce + tu + gente
  if (total < ADDRESSED) return 'none'
  const most = Math.max(voce, tu, gente)
  if (most < total * DOMINANT) return 'mixed'
  return most === voce ? 'voce' : most === tu ? 'tu' : 'gente'
}

export function formalityOf({ formal, informal }: VoiceFeatures): Formality {
  const marks = formal - informal
  if (Math.abs(marks) < FORMALITY_MARKS) return 'neutral'
  return marks > 0 ? 'formal' : 'informal'
}

/** Compares a text with a voice, trait by trait; undefined for a text that is too short. */
export function compareWithVoice(text: string, voice: VoiceFeatures): VoiceComparison | undefined {
  const features = measureVoice([text])
  if (features.words < MIN_WORDS || features.sentences < MIN_SENTENCES) return undefined
  const differences = VOICE_TRAITS.flatMap((trait) => differenceOf(trait, features, voice) ?? [])
  return { compared: VOICE_TRAITS.length, differences }
}

function differenceOf(
  trait: VoiceTrait,
  features: VoiceFeatures,
  voice: VoiceFeatures,
): VoiceDifference | undefined {
  if (trait === 'address') {
    const [own, wanted] = [addressOf(features), addressOf(voice)]
    return own === wanted || own === 'mixed' || wanted === 'mixed'
      ? undefined
      : { trait, text: own, voice: wanted }
  }
  if (trait === 'formality') {
    const [own, wanted] = [formalityOf(features), formalityOf(voice)]
    return own === wanted ? undefined : { trait, text: own, voice: wanted }
  }
  const { floor, share } = TOLERANCE[trait]
  const [own, wanted] = [features[trait], voice[trait]]
  return Math.abs(own - wanted) > Math.max(floor, wanted * share)
    ? { trait, text: own, voice: wanted }
    : undefined
}

import { type Address, addressOf, type Formality, formalityOf, type VoiceDifference } from './compare.ts'
import type { VoiceFeatures } from './features.ts'

const figure = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 })

const ADDRESS_TEXTS: Record<Address, string> = {
  voce: 'fala com “você”',
  tu: 'fala com “tu”',
  gente: 'fala em “a gente”',
  mixed: 'mistura “você”, “tu” e “a gente”',
  none: 'quase não fala direto com quem lê',
}

const FORMALITY_TEXTS: Record<Formality, string> = {
  informal: 'soa como conversa falada',
  neutral: 'nem solta nem formal',
  formal: 'soa formal',
}

const everyHundred = (rate: number, thing: string): string =>
  rate < 1 ? `quase sem ${thing}` : `${thing} em ${figure.format(Math.min(rate, 100))} de cada 100 frases`

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A measured voice in plain words, one trait a line. */
export function describeVoice(voice: VoiceFeatures): string[] {
  return [
    `frases de ${figure.format(voice.sentenceMean)} palavras em média, ${spreadText(voice)}`,
    ADDRESS_TEXTS[addressOf(voice)],
    everyHundred(voice.questions, 'perguntas'),
    everyHundred(voice.exclamations, 'exclamações'),
    voice.emoji < 1 ? 'quase sem emojis' : `${figure.format(voice.emoji)} emojis a cada 100 frases`,
    FORMALITY_TEXTS[formalityOf(voice)],
    ...(voice.openings.length > 0 ? [`costuma abrir frases com ${quotedList(voice.openings)}`] : []),
  ].map(capitalised)
}

/** Whether short and long sentences alternate. */
const spreadText = ({ sentenceMean, sentenceSpread }: VoiceFeatures) =>
  sentenceSpread > sentenceMean * 0.6 ? 'curtas e longas misturadas' : 'de tamanho parecido'

const quotedList = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')

const MORE_OR_LESS = {
  questions: ['Mais perguntas', 'Menos perguntas'],
  exclamations: ['Mais exclamações', 'Menos exclamações'],
  emoji: ['Mais emojis', 'Menos emojis'],
} as const

/** A difference in plain words, with both measured values. */
export function describeDifference(difference: VoiceDifference, brand: string): string {
  const { trait } = difference
  if (trait === 'address') {
    return `Este texto ${ADDRESS_TEXTS[difference.text]}; ${brand} ${ADDRESS_TEXTS[difference.voice]}`
  }
  if (trait === 'formality') {
    return `Este texto ${formalityText(difference.text)}; ${brand} ${formalityText(difference.voice)}`
  }
  const [own, wanted] = [figure.format(difference.text), figure.format(difference.voice)]
  const isMore = difference.text > difference.voice
  if (trait === 'sentenceMean') {
    return `Frases mais ${isMore ? 'longas' : 'curtas'}: ${own} palavras em média; ${brand}, ${wanted}`
  }
  if (trait === 'sentenceSpread') {
    return isMore
      ? `Tamanho das frases varia mais do que em ${brand}`
      : `Frases todas do mesmo tamanho; ${brand} mistura curtas e longas`
  }
  return `${MORE_OR_LESS[trait][isMore ? 0 : 1]}: ${own} a cada 100 frases; ${brand}, ${wanted}`
}

const formalityText = (formality: Formality) =>
  formality === 'neutral' ? 'não é solto nem formal' : FORMALITY_TEXTS[formality]

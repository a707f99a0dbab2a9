/** Chromium silences longer utterances of some voices. */
const MAX_LENGTH = 220

const voices = () => speechSynthesis.getVoices()
const isPortuguese = ({ lang }: SpeechSynthesisVoice) => /^pt\b/i.test(lang)

/** Whether the browser reads aloud in Portuguese. Voices may load later: none yet counts as able. */
export function canReadAloud(): boolean {
  if (!('speechSynthesis' in window)) return false
  return voices().length === 0 || voices().some(isPortuguese)
}

/** The best voice for Brazilian Portuguese that is loaded. */
function voice(): SpeechSynthesisVoice | null {
  const found = voices().filter(isPortuguese)
  return found.find(({ lang }) => /^pt[-_]br/i.test(lang)) ?? found[0] ?? null
}

/** Splits a text at the ends of lines and sentences into parts that a voice reads whole. */
export function spokenParts(text: string): string[] {
  const sentences = text.split(/\n+|(?<=[.!?…:;])\s+/).flatMap((sentence) => cut(sentence.trim()))
  return sentences.filter((part) => /[\p{L}\p{N}]/u.test(part))
}

function cut(sentence: string): string[] {
  const words = sentence.match(new RegExp(`.{1,${MAX_LENGTH}}(?:\\s|$)|.{1,${MAX_LENGTH}}`, 'gsu')) ?? []
  return words.map((part) => part.trim())
}

/** The parts that are being read. Chromium forgets the end of utterances that nothing else holds. */
let spoken: SpeechSynthesisUtterance[] = []

/** Reads a text aloud after silencing any other; `onEnd` is called at its end or failure, but not after `silence`. */
export function speak(text: string, onEnd: () => void): void {
  const own = spokenParts(text).map((part) => new SpeechSynthesisUtterance(part))
  silence()
  spoken = own
  const handleEnd = () => {
    if (spoken === own) onEnd()
  }
  for (const utterance of own) {
    utterance.lang = 'pt-BR'
    utterance.voice = voice()
    utterance.onerror = handleEnd
    utterance.onend = () => utterance === own.at(-1) && handleEnd()
    speechSynthesis.speak(utterance)
  }
  if (own.length === 0) onEnd()
}

export function silence(): void {
  spoken = []
  speechSynthesis.cancel()
}

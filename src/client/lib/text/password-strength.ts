import { LIMITS } from '#shared/limits.ts'

export type PasswordStrength = { score: 0 | 1 | 2 | 3 | 4; word: string; advice?: string }

/** Bits per letter within a word. */
const WORD_LETTER_BITS = 2.4
/** Share of its bits that a repeated or consecutive character counts: `aaa`, `123`, `cba`. */
const FOLLOWER_SHARE = 0.2
const MIN_BITS = [0, 30, 42, 56, 74] as const
const WORDS = ['Muito fraca', 'Fraca', 'Razoável', 'Boa', 'Forte'] as const
const ADVICE = 'Mais longa é melhor: quatro palavras soltas já ajudam muito.'
const KINDS: [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 33],
]

function follows(character: string, before: string | undefined): boolean {
  if (before === undefined) return false
  return Math.abs((character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1
}

/** Rough entropy in bits by length and variety; words count less than random characters. */
function bitsOf(password: string): number {
  const variety = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const noiseBits = Math.log2(Math.max(variety, 2))
  const inWords = new Set<number>()
  for (const word of password.matchAll(/\p{L}\p{Ll}{2,}/gu)) {
    for (let index = 0; index < word[0].length; index += 1) inWords.add(word.index + index)
  }
  const bits = [...password].reduce((sum, character, index, all) => {
    const worth = inWords.has(index) ? WORD_LETTER_BITS : noiseBits
    return sum + worth * (follows(character, all[index - 1]) ? FOLLOWER_SHARE : 1)
  }, 0)
  // Repetitions add nothing: `abab1212` has four characters.
  return bits * Math.min(1, (new Set(password).size * 2) / password.length)
}

/**
 * Password strength by length and variety, 0 to 4, with a label. Texts of `known` (name, address) count nothing. Leaked
 * passwords are refused by the server.
 */
export function passwordStrength(password: string, known: readonly string[] = []): PasswordStrength {
  if (password.length < LIMITS.passwordMin) {
    return { score: 0, word: 'Curta demais', advice: `São necessários ${LIMITS.passwordMin} caracteres.` }
  }
  const texts = known.map((text) => text.toLowerCase())
  const hints = [...texts, ...texts.flatMap((text) => text.split(/[\s@.]+/))].filter(
    ({ length }) => length > 3,
  )
  const rest = hints.reduce((text, hint) => text.replaceAll(hint, ''), password.toLowerCase())
  const bits = rest.length === password.length ? bitsOf(password) : rest.length && bitsOf(rest)
  const score = MIN_BITS.findLastIndex((least) => bits >= least) as PasswordStrength['score']
  return { score, word: WORDS[score], ...(score < 3 && { advice: ADVICE }) }
}

import { anyOf } from './phrases.ts'
import type { RawFinding } from './raw-finding.ts'
import type { Channel } from './rules.ts'
import type { Sentence, Token } from './tokens.ts'

const CAPITAL_LETTERS = 12
const CAPITAL_WORDS = 3
const ACRONYM_LENGTH = 3
/** Words up to this length are acronyms for all that the code knows. */
const SHORT_LENGTH = 4

/** Longer words in capitals that are names. */
const LONG_ACRONYMS = new Set(
  'anvisa bndes capes ebitda encceja fapesp fuvest ibovespa inmetro sebrae senac senai unesco unicamp unicef'.split(
    ' ',
  ),
)
/** Short words that are no acronyms. */
const SHOUTED = new Set(
  'agora aqui bonus clique cuide desde dica facil gratis hoje inedito isto ja leia live mais nao nova novo nunca pare promo quer saiba sim so tudo vaga veja venha voce'.split(
    ' ',
  ),
)
const CODES = new Set(['cupom', 'codigo'])

/** Google refuses even one word in capitals. */
function isShouted({ tokens }: Sentence, at: number): boolean {
  const token = tokens[at]
  if (token?.kind !== 'word' || token.raw === token.raw.toLowerCase()) return false
  if (token.raw !== token.raw.toUpperCase() || CODES.has(tokens[at - 1]?.plain ?? '')) return false
  // "VERAO20" is a code.
  if (tokens[at + 1]?.kind === 'number' && tokens[at + 1]?.start === token.end) return false
  if (SHOUTED.has(token.plain)) return token.raw.length > 1
  return token.raw.length > SHORT_LENGTH && !LONG_ACRONYMS.has(token.plain)
}

const checkShouted = (sentence: Sentence): RawFinding[] =>
  sentence.tokens.flatMap(({ start, end }, at) =>
    isShouted(sentence, at) ? [{ ruleId: 'maiusculas', start, end, detail: null }] : [],
  )

/**
 * Three words or more in a row in capitals; short ones are acronyms unless they stand between others. For Google one word
 * that is no acronym.
 */
export function checkCapitals(sentence: Sentence, channel: Channel): RawFinding[] {
  const { tokens } = sentence
  const found: RawFinding[] = channel === 'google' ? checkShouted(sentence) : []
  let run: Token[] = []
  const close = () => {
    const letters = run.reduce((sum, { raw }) => sum + raw.length, 0)
    const long = run.filter(({ raw }) => raw.length > ACRONYM_LENGTH)
    const [first] = run
    const last = run.at(-1)
    if (first && last && run.length >= CAPITAL_WORDS && long.length >= 2 && letters >= CAPITAL_LETTERS) {
      found.push({ ruleId: 'maiusculas', start: first.start, end: last.end, detail: null })
    }
    run = []
  }
  for (const token of tokens) {
    if (token.kind === 'word' && token.raw === token.raw.toUpperCase()) run.push(token)
    else if (token.kind === 'word') close()
  }
  close()
  return found
}

const REPEATED = /[!?]{2,}|[$€]{2,}|([\p{Extended_Pictographic}★►✅➡])\uFE0F?(?:\1\uFE0F?){2}|[►➤★☆]{2,}/gu
const SPELLED = /(?<![\p{L}.-])\p{L}(?:[.*_-]\p{L}){3,12}(?![\p{L}])/gu

const EMOJI =
  /(?![©®™])(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|\u200D|\uFE0F)*/gu

/** Signs that are repeated, or that stand between or for letters; for Google any emoji. */
export function checkSigns(text: string, channel: Channel): RawFinding[] {
  const patterns = channel === 'google' ? [REPEATED, SPELLED, EMOJI] : [REPEATED, SPELLED]
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: said, index }) => ({
      ruleId: 'simbolos' as const,
      start: index,
      end: index + said.length,
      detail: null,
    })),
  )
}

const QUOTED = /["”»][.,]?\s{0,2}[—–-]\s?\p{Lu}\p{L}{1,20}/gu
const OPENERS: Readonly<Record<string, string>> = { '"': '"', '”': '“', '»': '«' }
const QUOTE_MOST = 1_000
const TESTIMONIALS_MOST = 300
const CONSENT = anyOf(`
  autoriza*
  autorizou|autorizado|autorizada|autorizados|autorizadas
  com permissao
  consentiu|consentimento
  licenca de uso`)
const TESTIMONIALS = anyOf(`
  depoimento|relato|testemunho de|da|do ?aluna|aluno|cliente ^
  como|veja|olha ..3 diz|disse|conta|contou ..1 aluna|aluno|cliente ^
  nas palavras da|do|de ?aluna|aluno|cliente ^
  minha|nossa|meu|nosso aluna|aluno|cliente ^ ..2 disse|conta|contou|diz|falou|escreveu que|:`)

/** Testimonials of named people whose paragraph does not mention consent. */
export function checkTestimonials(text: string, sentences: readonly Sentence[]): RawFinding[] {
  const consents = sentences.filter((it) => CONSENT.has(it))
  const isAllowed = (start: number, end: number) => {
    const from = text.lastIndexOf('\n\n', start)
    const to = text.indexOf('\n\n', end)
    return consents.some((it) => it.start >= from && (to === -1 || it.end <= to))
  }
  const told = sentences.filter((it) => TESTIMONIALS.has(it)).map(({ start, end }) => ({ start, end }))
  const quoted = [...text.matchAll(QUOTED)].flatMap(({ 0: said, index }) => {
    const opener = OPENERS[said[0] ?? ''] ?? '"'
    const from = Math.max(0, index - QUOTE_MOST)
    const before = text.slice(from, index)
    const opening = before.lastIndexOf(opener)
    if (opening === -1 || before.includes('\n\n', opening)) return []
    return [{ start: from + opening, end: index + said.length }]
  })
  // Each looks for the ends of its paragraph, so their number is bounded.
  return [...quoted, ...told]
    .slice(0, TESTIMONIALS_MOST)
    .filter(({ start, end }) => !isAllowed(start, end))
    .map((span) => ({ ...span, ruleId: 'depoimento', detail: null }))
}

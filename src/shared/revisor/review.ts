import { findForbidden } from '../voice/forbidden-words.ts'
import { type Span, sentencesIn } from '../voice/sentences.ts'
import { CLAIM_PATTERNS, type ClaimPattern } from './claims.ts'
import { type KnownFacts, knowFacts, type ReviewFacts, savedDay } from './facts.ts'
import { daysIn, seatsIn } from './figures.ts'
import { checkOffer } from './offer-checks.ts'
import { anyOf, isAfterNegation, isNegated, type Match, PhraseIndex, spanOf } from './phrases.ts'
import type { RawFinding } from './raw-finding.ts'
import { type Channel, HOUSE_RULES, type Severity } from './rules.ts'
import { checkCapitals, checkSigns, checkTestimonials } from './shape-checks.ts'
import { readSentences, type Sentence } from './tokens.ts'

/** A rule in force; `phrases` are an administrator's own, and empty for a rule of the code. */
export type ActiveRule = {
  id: string
  severity: Severity
  channels: readonly Channel[]
  phrases: readonly string[]
}

/** A place in the text, in UTF-16 offsets, with the words that stand there. */
export type Finding = Span & { ruleId: string; severity: Severity; quote: string; detail: string | null }

export type ReviewOptions = { channel: Channel; facts?: ReviewFacts; rules?: readonly ActiveRule[] }

/** More are not shown; the first ones come first. */
export const FINDINGS_MAX = 300

const CODE_RULES: readonly ActiveRule[] = HOUSE_RULES.map((it) => ({ ...it, phrases: [] }))
const NO_FACTS: ReviewFacts = { products: [], texts: [], forbiddenWords: [], today: '' }
const index = new PhraseIndex<ClaimPattern>(CLAIM_PATTERNS)

/**
 * Every place of a Markdown text that a rule of the channel names, in the order of the text. Deterministic, and linear in
 * the text. No finding does not mean that the text is allowed.
 */
export function review(
  text: string,
  { channel, facts = NO_FACTS, rules = CODE_RULES }: ReviewOptions,
): Finding[] {
  const active = new Map(rules.filter((it) => it.channels.includes(channel)).map((it) => [it.id, it]))
  const known = knowFacts(facts)
  const spans = sentencesIn(text)
  const sentences = readSentences(text, spans)
  const raw: (Omit<RawFinding, 'ruleId'> & { ruleId: string })[] = [
    ...withoutCaveat(
      sentences,
      sentences.flatMap((it) => findClaims(it, known)),
    ),
    ...sentences.flatMap((it) => [
      ...(it.hasNumber ? checkOffer(it, known) : []),
      ...checkCapitals(it, channel),
    ]),
    ...checkSigns(text, channel),
    ...checkTestimonials(text, sentences),
    ...findPhrases(text, { rules: [...active.values()], forbiddenWords: facts.forbiddenWords, spans }),
  ]
  const found = raw.flatMap(({ ruleId, start, end, detail }) => {
    const rule = active.get(ruleId)
    return rule
      ? [{ ruleId, severity: rule.severity, start, end, detail, quote: text.slice(start, end) }]
      : []
  })
  found.sort((one, other) => one.start - other.start || other.end - one.end)
  return withoutOverlaps(found).slice(0, FINDINGS_MAX)
}

/** Of overlapping findings of a rule the first, extended to their end, so that one place is named once. */
function withoutOverlaps(sorted: readonly Finding[]): Finding[] {
  const last = new Map<string, Finding>()
  return sorted.filter((finding) => {
    const before = last.get(finding.ruleId)
    if (before && finding.start < before.end) return false
    last.set(finding.ruleId, finding)
    return true
  })
}

function findClaims(sentence: Sentence, facts: KnownFacts): RawFinding[] {
  return index
    .find(sentence)
    .flatMap(({ pattern, match }) =>
      isMeant(pattern, match, sentence, facts)
        ? [{ ruleId: pattern.ruleId, detail: null, ...spanOf(sentence, match) }]
        : [],
    )
}

function isMeant(pattern: ClaimPattern, match: Match, sentence: Sentence, facts: KnownFacts): boolean {
  if (!pattern.isAlwaysMeant && isNegated(sentence, match)) return false
  if (isExcused(pattern, match, sentence)) return false
  if (pattern.needs && !pattern.needs.has(sentence)) return false
  return pattern.ruleId !== 'urgencia' || !isBacked(sentence, facts)
}

/** "Não é golpe" excuses nothing, so a phrase after a negation does not count. */
function isExcused({ unless, instead }: ClaimPattern, match: Match, sentence: Sentence): boolean {
  const { tokens } = sentence
  const clauseAt = (at: number) => tokens[at]?.clause ?? -1
  const isIn = (excuse: Match) =>
    clauseAt(excuse.to) >= clauseAt(match.from) && clauseAt(excuse.from) <= clauseAt(match.to)
  return (
    unless.find(sentence).some(({ match: it }) => isIn(it) && !isAfterNegation(sentence, it)) ||
    instead.find(sentence).some(({ match: it }) => it.to >= match.from && it.from <= match.to)
  )
}

/** Words that say that it ends today; "inscreva-se hoje" does not. */
const TODAY = anyOf(`
  so|somente|apenas|ate|ultimo hoje
  acaba|acabam|termina|terminam|encerra|encerram|expira|expiram|fecha|fecham|sobe|subir|some ..2 hoje`)
const MIDNIGHT = anyOf('meia noite')
const SEATS = anyOf('vagas|lugares|unidades limitad*')

/** Whether the saved offer has every last day, none of them past, and every number of seats that the sentence names. */
function isBacked(sentence: Sentence, facts: KnownFacts): boolean {
  const { deadlines, today } = facts
  const days = daysIn(sentence).map((it) => {
    const saved = savedDay(it, facts)
    return saved !== undefined && saved.date >= today
  })
  const seats = seatsIn(sentence).map((it) => facts.seats.has(it))
  const isToday = TODAY.has(sentence) || (days.length === 0 && MIDNIGHT.has(sentence))
  const ends = isToday ? [deadlines.some(({ date }) => date === today)] : []
  const named = [...days, ...seats, ...ends]
  if (named.length > 0) return named.every((it) => it)
  return facts.seats.size > 0 && SEATS.has(sentence)
}

const CAVEATS = anyOf(`
  resultado|resultados ..3 variam|variar|individuais|individual|depende|dependem
  resultado|resultados ..1 nao ..1 garanti*
  nao ..2 garant* ..3 resultado|resultados
  nao e|ha|ofereco|prometo|prometemos promessa|garantia de ..2 resultado|resultados|ganho|ganhos
  cada caso e um|unico`)

/** A caveat covers all results of a text; without one, the first result is named. */
function withoutCaveat(sentences: readonly Sentence[], claims: readonly RawFinding[]): RawFinding[] {
  const isCovered = sentences.some((it) => CAVEATS.has(it))
  const first = isCovered ? undefined : claims.find(({ ruleId }) => ruleId === 'resultados-variam')
  return claims.filter((it) => it.ruleId !== 'resultados-variam' || it === first)
}

/** The phrases of rules and the brand's words, in one pass. */
function findPhrases(
  text: string,
  {
    rules,
    forbiddenWords,
    spans,
  }: { rules: readonly ActiveRule[]; forbiddenWords: readonly string[]; spans: readonly Span[] },
) {
  const owners = new Map<string, string[]>()
  const own = (phrase: string, ruleId: string) => {
    const list = owners.get(phrase)
    if (list) list.push(ruleId)
    else owners.set(phrase, [ruleId])
  }
  for (const word of forbiddenWords) own(word, 'palavra-da-marca')
  for (const { id, phrases } of rules) for (const it of phrases) own(it, id)
  return findForbidden(text, [...owners.keys()], spans).flatMap(({ word, start, end }) =>
    (owners.get(word) ?? []).map((ruleId) => ({ ruleId, start, end, detail: null })),
  )
}

import { normalizeText } from '#client/lib/text/normalize-text.ts'
import type { Agent } from '#shared/contract/agents.ts'

export type Candidate = Pick<Agent, 'id' | 'name' | 'description' | 'labels' | 'locked' | 'available'>

/** Points of a typed word, for the best place that has it. */
const POINTS = { name: 3, label: 2, description: 1 } as const
/** One word of a name or label, or two of a description: one alone is too often chance. */
const MIN_POINTS = 2
/** Enough to tell the subject; later words only cost time with each key. */
const MAX_WORDS = 60
const MIN_LETTERS = 3

/** Words that say nothing about the subject. */
const STOP_WORDS = new Set(
  normalizeText(
    'para por com sem sobre entre até desde que quem qual quais como onde quando porque mas nem seu sua seus suas meu minha ' +
      'meus minhas nosso nossa dele dela este esta isto esse essa isso aquele aquela uma uns umas dos das nos nas pelo pela ' +
      'mais menos muito muita bem ainda também sim não você vocês ele ela eles elas ser ter estar tem tenho estou sou vai vou ' +
      'pode posso quero queria preciso gostaria ajuda ajude ajudar faça fazer faz criar crie cria escreva escrever escreve ' +
      'monte montar dar diga mostre mostrar fale falar olá boa dia tarde noite obrigado obrigada favor todo toda todos todas',
  ).split(' '),
)

const wordsOf = (text: string): string[] =>
  (normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length >= MIN_LETTERS && !STOP_WORDS.has(word),
  )

/** Letters that inflected forms of a word share at least, of the shorter form. */
const STEM_SHARE = 0.8
const MIN_STEM = 4

/** "anuncio" and "anuncios", "venda" and "vender": equal, or the same for most of the shorter word. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const length = Math.min(a.length, b.length)
  let shared = 0
  while (shared < length && a[shared] === b[shared]) shared += 1
  return shared >= MIN_STEM && shared >= length * STEM_SHARE
}

type Place = { points: number; words: readonly string[] }

/** Folded once per agent, not with each key. */
const places = new WeakMap<Candidate, readonly Place[]>()

function placesOf(agent: Candidate): readonly Place[] {
  const known = places.get(agent) ?? [
    { points: POINTS.name, words: wordsOf(agent.name) },
    { points: POINTS.label, words: agent.labels.flatMap(({ name }) => wordsOf(name)) },
    { points: POINTS.description, words: wordsOf(agent.description) },
  ]
  places.set(agent, known)
  return known
}

function pointsOf(agent: Candidate, typed: readonly string[]): number {
  const pointsFor = (word: string) =>
    placesOf(agent).find(({ words }) => words.some((known) => isSameWord(known, word)))?.points ?? 0
  return typed.reduce((total, word) => total + pointsFor(word), 0)
}

/**
 * Id of the agent that a text is for, by the words of its name, labels and description, ignoring accents and case.
 * Undefined if no agent has at least two points, or more than the one with `lastId`. Never a locked one.
 */
export function proposeAgent(
  text: string,
  agents: readonly Candidate[],
  lastId: string | undefined,
): string | undefined {
  const typed = [...new Set(wordsOf(text))].slice(0, MAX_WORDS)
  if (typed.length === 0) return undefined
  const open = agents.filter(({ available, locked }) => available && !locked)
  const last = open.find(({ id }) => id === lastId)
  let best = { id: lastId, points: Math.max(MIN_POINTS - 1, last ? pointsOf(last, typed) : 0) }
  for (const agent of open) {
    const points = pointsOf(agent, typed)
    if (points > best.points) best = { id: agent.id, points }
  }
  return best.id === lastId ? undefined : best.id
}

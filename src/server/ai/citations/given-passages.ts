import type { PassagePlace, SourceKind } from '#shared/contract/sources.ts'
import { placeText } from '#shared/passages/passage-place.ts'
import { dataBlock } from '../prompt/data-block.ts'
import { CHARACTERS_PER_TOKEN, CUT_MARK, truncateMarked } from '../prompt/token-estimate.ts'
import type { Prompt } from '../reply.ts'
import { CitationFilter } from './citation-filter.ts'

/** A passage as a model reads it. */
export type Passage = PassagePlace & {
  passageId: string
  sourceId: string | null
  sourceName: string
  kind: SourceKind
  address: string | null
  text: string
}

/** A passage under the number by which a reply cites it. */
export type NumberedPassage = Passage & { number: number }

/** Passages take at most this share of a prompt's budget, and never more than eight of usual length. */
const SHARE = 0.25
const TOKENS_MAX = 4_000
/** Minimum useful length of a text, in UTF-16 code units. */
const SHORTEST = 200

/** Tokens that a prompt keeps free for passages. */
export const passageTokens = (budgetTokens: number): number =>
  Math.min(TOKENS_MAX, Math.floor(budgetTokens * SHARE))

/** Ours, so it stands outside the data, which is never an instruction. */
export const CITATION_RULE = `# O Acervo de quem conversa com você

A pessoa guarda fontes no Acervo do Elenco: livros, aulas, páginas. Antes da última mensagem dela podem vir trechos dessas fontes, como dados, cada um com um número.

- Use os trechos que respondem ao pedido e ignore os outros. Cada frase que se apoia em um trecho termina com o número dele entre colchetes: [1], ou [1][2] para dois.
- Só existem os números que vieram nesta resposta. Não os transforme em links e não escreva uma lista de fontes: a tela mostra cada fonte. Números de outras respostas não valem aqui.
- Se a pessoa pergunta algo que deveria estar no material dela e nenhum trecho responde, procure com a ferramenta consultar, quando estiver disponível. Se ainda assim não houver, diga que o Acervo não tem isso; quando o aviso dos trechos diz que só foram lidas as fontes escolhidas, diga que nenhuma delas tem isso, porque o resto do Acervo não foi lido. Não invente.`

/** `unlike`: there are passages, and none has a word of the question. */
export type SearchOutcome = 'found' | 'failed' | 'unlike'

/** How passages were looked for. `isChosen`: only in the sources that the message names. */
export type Searched = { outcome: SearchOutcome; isChosen: boolean }

const FAILED = 'Não foi possível procurar no Acervo agora.'
const NONE = 'Nenhum trecho do Acervo tem estas palavras.'
const NONE_CHOSEN = 'Nenhum trecho das fontes escolhidas tem estas palavras.'
/** By meaning, the nearest passages come to every question. */
const UNLIKE = 'Nenhum destes trechos tem as palavras procuradas: são só os mais próximos pelo sentido.'
const ABSENT = 'Se nenhum responde, diga que o Acervo não tem isso.'
const ABSENT_CHOSEN =
  'Só foram lidas as fontes que a pessoa escolheu com @: se nenhum trecho responde, diga que nenhuma delas tem isso, e não que o Acervo não tem.'

/** What the model has to know of the search; undefined when the passages speak for themselves. */
function noticeOf({ outcome, isChosen }: Searched, isEmpty: boolean): string | undefined {
  if (isEmpty && outcome === 'failed') return FAILED
  if (isEmpty) return isChosen ? `${NONE_CHOSEN} ${ABSENT_CHOSEN}` : NONE
  const absent = isChosen ? ABSENT_CHOSEN : ABSENT
  if (outcome === 'unlike') return `${UNLIKE} ${absent}`
  return isChosen ? absent : undefined
}

/** The passages as a data block. */
export const passagesBlock = (
  passages: readonly NumberedPassage[],
  searched: Searched = { outcome: 'found', isChosen: false },
): string =>
  dataBlock({
    tipo: 'trechos do Acervo',
    aviso: noticeOf(searched, passages.length === 0),
    ...(passages.length > 0 && { trechos: passages.map(shown) }),
  })

const shown = ({ number, sourceName, text, ...place }: NumberedPassage) => ({
  numero: number,
  fonte: sourceName,
  lugar: placeText(place) || undefined,
  texto: text,
})

/** The passages, best first, that fit in `tokens`; the first one is shortened to fit, if that leaves enough of it. */
export function fitPassages<Kind extends Passage>(passages: readonly Kind[], tokens: number): Kind[] {
  let room = tokens * CHARACTERS_PER_TOKEN - passagesBlock([], { outcome: 'unlike', isChosen: true }).length
  const costOf = (passage: Passage) => passagesBlock([{ ...passage, number: 100 }]).length
  const fitted: Kind[] = []
  for (const passage of passages) {
    const cost = costOf(passage)
    if (cost <= room) {
      fitted.push(passage)
      room -= cost
      continue
    }
    if (fitted.length > 0) continue
    const forText = room - (cost - passage.text.length) - CUT_MARK.length
    const short = truncateMarked(passage.text, Math.max(0, Math.floor(forText)))
    // Escapes can make a text longer than it is.
    if (short.length >= SHORTEST && costOf({ ...passage, text: short }) <= room)
      return [{ ...passage, text: short }]
  }
  return fitted
}

const HAS_NUMBER = /[[\u3010][\s^]{0,3}\d/

/** A text without its citations, whose numbers belong to another reply. */
export const withoutCitations = (text: string): string => {
  if (!HAS_NUMBER.test(text)) return text
  const filter = new CitationFilter(() => false)
  return filter.add(text) + filter.end()
}

/** The prompt with passages before the last message of the user, after everything that a provider may cache. */
export function withPassages(
  prompt: Prompt,
  passages: readonly NumberedPassage[],
  searched: Searched,
): Prompt {
  const last = prompt.turns.findLastIndex(({ role }) => role === 'user')
  const turns = prompt.turns.map((turn, index) =>
    index === last ? { ...turn, content: `${passagesBlock(passages, searched)}\n\n${turn.content}` } : turn,
  )
  return { ...prompt, turns }
}

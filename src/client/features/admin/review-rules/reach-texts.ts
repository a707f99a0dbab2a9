import { CHANNEL_NAMES } from '#client/entities/reviews/review-texts.ts'
import { formatCount } from '#client/lib/text/format-figures.ts'
import type { AdminReviewRule, RuleReach } from '#shared/contract/reviews.ts'
import { CHANNELS } from '#shared/revisor/rules.ts'

type Rule = Pick<AdminReviewRule, 'isEnabled' | 'channels'>

const list = new Intl.ListFormat('pt-BR')
const counted = (count: number, one: string, more: string) =>
  `${formatCount(count)} ${count === 1 ? one : more}`

/** The count in a sentence, for a rule that is on or off. */
export function reachText({ isEnabled }: Rule, { documents, people }: RuleReach): string {
  const rule = isEnabled ? 'por esta regra' : 'se esta regra estivesse ligada'
  if (documents === 0) return `Nenhum documento salvo ${isEnabled ? 'tem' : 'teria'} achado ${rule}.`
  const one = isEnabled ? 'tem' : 'teria'
  const more = isEnabled ? 'têm' : 'teriam'
  const who = counted(people, 'pessoa', 'pessoas')
  const what = counted(documents, 'documento salvo', 'documentos salvos')
  return `${what} de ${who} ${documents === 1 ? one : more} achado ${rule}.`
}

/** The channels for which a review shows the finding. A document has no channel; its reviewer chooses one. */
export const placesText = ({ channels }: Rule): string =>
  channels.length === CHANNELS.length
    ? 'O achado aparece quando a pessoa revisa o documento.'
    : `O achado aparece quando a pessoa revisa o documento para ${list.format(channels.map((it) => CHANNEL_NAMES[it]))}.`

export const cutText = ({ checked }: RuleReach): string =>
  `A contagem parou nos ${formatCount(checked)} documentos mais novos. Pode haver outros, mais antigos.`

/** Counts the reader's own documents beyond the listed titles; empty for none. */
export function moreOwnText({ own, ownDocuments }: RuleReach): string {
  const rest = ownDocuments - own.length
  return rest === 0 ? '' : `E mais ${counted(rest, 'documento seu', 'documentos seus')}.`
}

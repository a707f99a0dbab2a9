import { CHANNEL_NAMES, longDay, SEVERITY_NAMES } from '#client/entities/reviews/review-texts.ts'
import type { ReviewRuleVersion } from '#shared/contract/review-rule-versions.ts'
import type { ReviewRuleForm } from '#shared/contract/reviews.ts'

const yesNo = (is: boolean) => (is ? 'sim' : 'não')

/** A rule as lines, in the order of its form, so that two versions can be compared. */
export const ruleText = (rule: ReviewRuleForm): string =>
  [
    `Regra ligada: ${yesNo(rule.isEnabled)}`,
    `Peso: ${SEVERITY_NAMES[rule.severity]}`,
    `Nome: ${rule.title}`,
    ...rule.phrases.map((phrase) => `Frase: ${phrase}`),
    `Por quê: ${rule.why}`,
    `O que fazer: ${rule.suggestion || 'nada'}`,
    `Onde vale: ${rule.channels.map((it) => CHANNEL_NAMES[it]).join(', ')}`,
    `De onde vem: ${rule.source}`,
    `Endereço: ${rule.sourceAddress || 'nenhum'}`,
    `Quando foi lida: ${rule.readAt ? longDay(rule.readAt) : 'não foi'}`,
    `Revisada por advogado: ${yesNo(rule.isLawyerReviewed)}`,
  ].join('\n')

/** Who wrote a version. */
export const versionAuthor = ({
  isByCode,
  authorName,
}: Pick<ReviewRuleVersion, 'isByCode' | 'authorName'>): string =>
  isByCode ? 'Veio com o Elenco' : (authorName ?? 'Autor não registrado')

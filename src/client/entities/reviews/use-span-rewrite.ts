import { useRewriteStream } from '#client/entities/rewrites/use-rewrite-stream.ts'
import type { ReviewFinding, ReviewRule } from '#shared/contract/reviews.ts'
import { REWRITE_LIMITS } from '#shared/limits-rewrites.ts'

const requestOf = ({ detail }: Pick<ReviewFinding, 'detail'>, { title, suggestion }: ReviewRule) =>
  `O revisor apontou neste trecho: ${title}. ${detail ? `${detail} ` : ''}${suggestion} Mantenha o sentido, o tamanho e a forma da frase.`.slice(
    0,
    REWRITE_LIMITS.requestLength,
  )

/** Another version of one finding's words; nothing changes until it is taken. */
export function useSpanRewrite() {
  const { state, after, problem, ask, stop } = useRewriteStream()
  return {
    ...{ state, problem, after: after.trim(), leave: stop },
    ask: (finding: ReviewFinding, rule: ReviewRule) =>
      ask({ text: finding.quote, change: 'own', request: requestOf(finding, rule) }),
  }
}

import { useRewriteStream } from '#client/entities/rewrites/use-rewrite-stream.ts'
import type { ReviewRule } from '#shared/contract/reviews.ts'
import { REWRITE_LIMITS } from '#shared/limits-rewrites.ts'

const requestOf = ({ title, suggestion }: ReviewRule) =>
  `O revisor apontou neste trecho: ${title}. ${suggestion} Mantenha o sentido, o tamanho e a forma da frase.`.slice(
    0,
    REWRITE_LIMITS.requestLength,
  )

/** Another version of one finding's words; nothing changes until it is taken. */
export function useSpanRewrite() {
  const { state, after, problem, ask, stop } = useRewriteStream()
  return {
    ...{ state, problem, after: after.trim(), leave: stop },
    ask: (quote: string, rule: ReviewRule) => ask({ text: quote, change: 'own', request: requestOf(rule) }),
  }
}

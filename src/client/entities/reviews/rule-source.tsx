import text from '#client/ui/text/text.module.css'
import type { ReviewRule } from '#shared/contract/reviews.ts'
import { longDay } from './review-texts.ts'
import classes from './reviews.module.css'

/** Where a rule comes from, when that was read, and whether a lawyer has reviewed it. */
export function RuleSource({ rule }: { rule: ReviewRule }) {
  const { source, sourceAddress, readAt, isLawyerReviewed } = rule
  return (
    <p className={text.small}>
      {sourceAddress ? (
        <a href={sourceAddress} target="_blank" rel="noreferrer" className={classes.source}>
          {source}
        </a>
      ) : (
        source
      )}
      . {readAt ? `Lida em ${longDay(readAt)}` : 'Só o título público é conhecido'};{' '}
      {isLawyerReviewed ? 'revisada por advogado.' : 'não revisada por advogado.'}
    </p>
  )
}

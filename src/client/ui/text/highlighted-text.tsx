import type { TextPart } from '#shared/contract/text-parts.ts'
import classes from './highlighted-text.module.css'

/** A found text, with what was searched for marked. */
export function HighlightedText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity and never move.
      <mark key={index} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

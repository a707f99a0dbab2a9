import { Markdown } from '#client/markdown/markdown.tsx'
import { withoutTitle } from '#shared/markdown-title.ts'
import classes from './document-sheets.module.css'

/** A text within a sheet, which scrolls by itself. */
export function DocumentText({ title, body, label }: { title: string; body: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className={classes.text} aria-label={label} tabIndex={0}>
      <h3 className={classes.title}>{title}</h3>
      <Markdown text={withoutTitle(body, title)} level={4} />
    </section>
  )
}

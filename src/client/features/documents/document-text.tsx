import { Markdown } from '#client/markdown/markdown.tsx'
import { withoutTitle } from '#shared/markdown/markdown-title.ts'
import classes from './document-sheets.module.css'

/** A document's text in a scrolling area of a sheet. */
export function DocumentText({ title, body, label }: { title: string; body: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={classes.text} aria-label={label} tabIndex={0}>
      <h3 className={classes.title}>{title}</h3>
      <Markdown text={withoutTitle(body, title)} level={4} />
    </section>
  )
}

const HEADING = /^#{1,6}[ \t]/

/** A line as it reads: no marks, one space where there are several, and letter case aside. */
const bare = (line: string) =>
  line
    .replace(/[*_`~#]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** A Markdown text without a first heading that only says `title` again, for where that stands above it already. */
export function withoutTitle(markdown: string, title: string): string {
  const text = markdown.trimStart()
  const end = text.indexOf('\n')
  const line = end < 0 ? text : text.slice(0, end)
  if (!HEADING.test(line) || bare(line) !== bare(title)) return markdown
  return end < 0 ? '' : text.slice(end + 1).replace(/^\n+/, '')
}

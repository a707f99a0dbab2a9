const HEADING = /^#{1,6}[ \t]/

/** A line without marks, extra spaces and letter case. */
const bare = (line: string) =>
  line
    .replace(/[*_`~#]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** The Markdown without a first heading that repeats `title`, for places that show the title above. */
export function withoutTitle(markdown: string, title: string): string {
  const text = markdown.trimStart()
  const end = text.indexOf('\n')
  const line = end < 0 ? text : text.slice(0, end)
  if (!HEADING.test(line) || bare(line) !== bare(title)) return markdown
  return end < 0 ? '' : text.slice(end + 1).replace(/^\n+/, '')
}

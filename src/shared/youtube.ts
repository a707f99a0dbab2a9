/** Longer than any address or embed code of YouTube. */
export const VIDEO_TEXT_LENGTH = 1_000

const VIDEO_ID = /^[\w-]{11}$/
/** Eleven valid characters too, but these are pages. */
const NO_VIDEOS = new Set(['videoseries', 'live_stream'])
const HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'gaming.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const SHORT_HOSTS = new Set(['youtu.be', 'www.youtu.be'])
/** Paths with the id in the query, and paths with the id in the next segment. */
const QUERY_PATHS = new Set(['', 'watch', 'watch_popup'])
const SEGMENT_PATHS = new Set(['watch', 'shorts', 'live', 'embed', 'v', 'e'])

/** Whether a text is a YouTube video id: eleven letters, digits, `-` or `_`. */
export const isYoutubeVideoId = (text: string): boolean => VIDEO_ID.test(text) && !NO_VIDEOS.has(text)

/**
 * Extracts a video id from an id, any YouTube address (watch, youtu.be, shorts, live, embed) or an embed
 * code; undefined for everything else. Linear in the text's length, which is at most {@link
 * VIDEO_TEXT_LENGTH} UTF-16 code units.
 */
export function youtubeVideoIdOf(text: string): string | undefined {
  const given = text.trim()
  if (given.length > VIDEO_TEXT_LENGTH) return undefined
  if (isYoutubeVideoId(given)) return given
  const url = addressOf(given.startsWith('<iframe') ? sourceOf(given) : given)
  const id = url && idIn(url)
  return id && isYoutubeVideoId(id) ? id : undefined
}

/** The `src` of an embed code. */
function sourceOf(frame: string): string {
  const from = frame.indexOf(' src="')
  return from === -1 ? '' : (frame.slice(from + ' src="'.length).split('"', 1)[0] ?? '')
}

/** Adds a missing `https://`, also to addresses that start with `//`. */
function addressOf(text: string): URL | undefined {
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text.startsWith('//') ? text.slice(2) : text}`
  if (!URL.canParse(whole)) return undefined
  const url = new URL(whole)
  // Nothing that YouTube gives has these; what does wants to look like it.
  return url.username || url.password || url.port ? undefined : url
}

function idIn({ hostname, pathname, searchParams }: URL): string | undefined {
  const [, first = '', second] = pathname.split('/')
  if (SHORT_HOSTS.has(hostname)) return first
  if (!HOSTS.has(hostname)) return undefined
  return (QUERY_PATHS.has(first) && searchParams.get('v')) || (SEGMENT_PATHS.has(first) ? second : undefined)
}

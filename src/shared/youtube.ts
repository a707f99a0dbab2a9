/** Longer than any address that YouTube gives, and than the code that it offers for embedding. */
export const VIDEO_TEXT_LENGTH = 1_000

const VIDEO_ID = /^[\w-]{11}$/
/** Of eleven such signs too, but pages of YouTube. */
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
/** Where the id stands in the address's question, and where it is the next step of its path. */
const BY_QUESTION = new Set(['', 'watch', 'watch_popup'])
const BY_PATH = new Set(['watch', 'shorts', 'live', 'embed', 'v', 'e'])

/** Whether a text is what YouTube calls a video: eleven letters, digits, `-` or `_`. */
export const isYoutubeVideoId = (text: string): boolean => VIDEO_ID.test(text) && !NO_VIDEOS.has(text)

/**
 * The id of the video that a text means: the id itself, any address of YouTube (watch, youtu.be, shorts, live, embed,
 * with whatever stands behind it), or the code that YouTube offers for embedding. Undefined for everything else. Takes
 * time in proportion to the text's length, which is at most {@link VIDEO_TEXT_LENGTH} UTF-16 code units.
 */
export function youtubeVideoIdOf(text: string): string | undefined {
  const given = text.trim()
  if (given.length > VIDEO_TEXT_LENGTH) return undefined
  if (isYoutubeVideoId(given)) return given
  const url = addressOf(given.startsWith('<iframe') ? sourceOf(given) : given)
  const id = url && idIn(url)
  return id && isYoutubeVideoId(id) ? id : undefined
}

/** What an embedding frame shows. */
function sourceOf(frame: string): string {
  const from = frame.indexOf(' src="')
  return from === -1 ? '' : (frame.slice(from + ' src="'.length).split('"', 1)[0] ?? '')
}

/** People leave out `https://`, and copy `//` where a page had it so. */
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
  return (BY_QUESTION.has(first) && searchParams.get('v')) || (BY_PATH.has(first) ? second : undefined)
}

/** Where players come from: the address of YouTube that sets no cookie before somebody plays. */
export const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'

/** Asks a player to tell what it does; it answers with messages for as long as it is there. */
export const LISTENING = JSON.stringify({ event: 'listening', id: 'elenco', channel: 'widget' })

/** The address of a player that begins at once, at `startSeconds`, and may be listened to from `origin`. */
export function playerAddress(
  videoId: string,
  { startSeconds, origin }: { startSeconds: number; origin: string },
) {
  const url = new URL(`/embed/${encodeURIComponent(videoId)}`, PLAYER_ORIGIN)
  url.search = new URLSearchParams({
    autoplay: '1',
    enablejsapi: '1',
    origin,
    playsinline: '1',
    rel: '0',
    hl: 'pt-BR',
    ...(startSeconds > 0 && { start: String(startSeconds) }),
  }).toString()
  return url.href
}

type PlayerState = 'playing' | 'paused' | 'ended'

/** What one message of a player says; what it does not speak of is left out. */
export type PlayerReport = { seconds?: number; durationSeconds?: number; state?: PlayerState }

/** YouTube's numbers; the others (not begun, loading, ready) change nothing. */
const STATES = new Map<unknown, PlayerState>([
  [0, 'ended'],
  [1, 'playing'],
  [2, 'paused'],
])

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

function parse(data: unknown): { event?: unknown; info?: unknown } {
  if (typeof data !== 'string') return {}
  try {
    return Object(JSON.parse(data))
  } catch {
    return {}
  }
}

/** Reads a message that came from a player's frame; undefined where it says nothing that is understood here. */
export function readPlayerMessage(data: unknown): PlayerReport | undefined {
  const { event, info } = parse(data)
  if (event === 'onStateChange')
    return STATES.has(info) ? { state: STATES.get(info) as PlayerState } : undefined
  if (event !== 'infoDelivery' && event !== 'initialDelivery') return undefined
  const { currentTime, duration, playerState } = Object(info)
  const state = STATES.get(playerState)
  return {
    ...(isLength(currentTime) && { seconds: currentTime }),
    ...(isLength(duration) && duration > 0 && { durationSeconds: duration }),
    ...(state && { state }),
  }
}

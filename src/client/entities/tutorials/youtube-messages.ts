/** YouTube's address without cookies before playback. */
export const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'

/** Subscribes to a player's messages. */
export const LISTENING = JSON.stringify({ event: 'listening', id: 'elenco', channel: 'widget' })

/** The address of a player that starts at `startSeconds` and reports to `origin`. */
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

/** One message of a player; absent fields are unknown. */
export type PlayerReport = { seconds?: number; durationSeconds?: number; state?: PlayerState }

/** YouTube's numbers; other states are ignored. */
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

/** Parses a message of a player's frame; undefined for an unknown one. */
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

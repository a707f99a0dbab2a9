import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  LISTENING,
  PLAYER_ORIGIN,
  type PlayerReport,
  playerAddress,
  readPlayerMessage,
} from './youtube-messages.ts'
import classes from './youtube-player.module.css'

const KNOCK_EVERY_MS = 500
/** A player that is there answers the first; one that can't be reached never does. */
const KNOCKS = 8

type Props = {
  videoId: string
  title: string
  /** Where it goes on, in seconds; where it began counts, not what comes later. */
  startSeconds?: number
  /** What the player tells while it is there. A browser or a network may keep it from telling anything. */
  onReport?: (report: PlayerReport) => void
}

/** A film that plays at once: mount it where somebody pressed play. No script of YouTube's runs in this page. */
export function YoutubePlayer({ videoId, title, startSeconds = 0, onReport }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [src] = useState(() => playerAddress(videoId, { startSeconds, origin: location.origin }))
  const [isLoaded, setLoaded] = useState(false)
  const handleReport = useEffectEvent((report: PlayerReport) => onReport?.(report))

  // The button that was pressed is gone.
  useEffect(() => frame.current?.focus({ preventScroll: true }), [])

  useEffect(() => {
    if (!isLoaded) return
    let knocks = 0
    const knock = () => {
      knocks += 1
      if (knocks >= KNOCKS) clearInterval(timer)
      frame.current?.contentWindow?.postMessage(LISTENING, PLAYER_ORIGIN)
    }
    const timer = setInterval(knock, KNOCK_EVERY_MS)
    const handleMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== PLAYER_ORIGIN || source !== frame.current?.contentWindow) return
      clearInterval(timer)
      const report = readPlayerMessage(data)
      if (report) handleReport(report)
    }
    addEventListener('message', handleMessage)
    knock()
    return () => {
      clearInterval(timer)
      removeEventListener('message', handleMessage)
    }
  }, [isLoaded])

  return (
    <iframe
      ref={frame}
      src={src}
      title={`Vídeo: ${title}`}
      // YouTube plays only for a page that says which site it is.
      referrerPolicy="strict-origin-when-cross-origin"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
      className={classes.player}
      onLoad={() => setLoaded(true)}
    />
  )
}

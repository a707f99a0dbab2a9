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
/** A loaded player answers the first message; a blocked one never does. */
const KNOCKS = 8

type Props = {
  videoId: string
  title: string
  /** The initial position in seconds; later changes are ignored. */
  startSeconds?: number
  /** A browser or a network may block the reports. */
  onReport?: (report: PlayerReport) => void
}

/** A video that plays at once. No script of YouTube runs in this page. */
export function YoutubePlayer({ videoId, title, startSeconds = 0, onReport }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [src] = useState(() => playerAddress(videoId, { startSeconds, origin: location.origin }))
  const [isLoaded, setLoaded] = useState(false)
  const handleReport = useEffectEvent((report: PlayerReport) => onReport?.(report))

  // The pressed button is unmounted.
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
      // YouTube plays only for a page that sends a referrer.
      referrerPolicy="strict-origin-when-cross-origin"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
      className={classes.player}
      onLoad={() => setLoaded(true)}
    />
  )
}

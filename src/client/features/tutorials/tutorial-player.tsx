import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { TutorialPicture } from '#client/entities/tutorials/tutorial-picture.tsx'
import type { PlayerReport } from '#client/entities/tutorials/youtube-messages.ts'
import { YoutubePlayer } from '#client/entities/tutorials/youtube-player.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { UpdateTutorialView } from '#shared/contract/tutorials.ts'
import { Ending } from './end-screen.tsx'
import { clock, isWatched, type Numbered } from './tutorial-order.ts'
import classes from './tutorial-player.module.css'
import { WatchTracker } from './watch-tracker.ts'
import { MarkButton } from './watched-button.tsx'

type Props = {
  tutorial: Numbered
  total: number
  next: Numbered | undefined
  isPlaying: boolean
  onPlay: (id: string) => void
  onStop: () => void
  onView: (change: UpdateTutorialView) => void
  onMark: ((id: string, watched: boolean) => void) | undefined
}

/** The current tutorial: its picture, then the video, then the next tutorial. */
export function TutorialPlayer({ tutorial, total, next, isPlaying, onPlay, onStop, onView, onMark }: Props) {
  const { id, title, description, number, view } = tutorial
  const root = useRef<HTMLElement>(null)
  const [hasEnded, setEnded] = useState(false)
  // The list is below the player.
  useEffect(() => {
    if (isPlaying) root.current?.scrollIntoView({ block: 'nearest' })
  }, [isPlaying])
  const handlePlay = () => {
    setEnded(false)
    onPlay(id)
  }
  const handleEnded = () => {
    setEnded(true)
    onStop()
  }
  return (
    <section ref={root} aria-label="Em cena" className={classes.stage}>
      <div>
        {isPlaying ? (
          <Film tutorial={tutorial} onView={onView} onEnded={handleEnded} />
        ) : hasEnded ? (
          <Ending next={next} onNext={onPlay} onAgain={handlePlay} />
        ) : (
          <Poster tutorial={tutorial} onPlay={handlePlay} />
        )}
      </div>
      <Stack gap={12}>
        <p className={classes.number}>
          {number} de {total}
        </p>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.description}>{description}</p>
        {!isPlaying && !isWatched(tutorial) && view.positionSeconds > 0 && (
          <p>Você parou em {clock(view.positionSeconds)}.</p>
        )}
        {onMark && (
          <MarkButton
            title={title}
            isWatched={isWatched(tutorial)}
            onMark={(watched) => onMark(id, watched)}
          />
        )}
      </Stack>
    </section>
  )
}

function Poster({ tutorial, onPlay }: { tutorial: Numbered; onPlay: () => void }) {
  const { id, title, thumbnailUrl, view } = tutorial
  const verb = view.positionSeconds > 0 ? 'Continuar' : 'Assistir'
  return (
    <button type="button" className={classes.poster} aria-label={`${verb}: ${title}`} onClick={onPlay}>
      <TutorialPicture thumbnailUrl={thumbnailUrl} title={title} seed={id} />
      <span className={classes.play} aria-hidden>
        <IconPlayerPlayFilled size={36} />
      </span>
    </button>
  )
}

type FilmProps = {
  tutorial: Numbered
  onView: (change: UpdateTutorialView) => void
  onEnded: () => void
}

function Film({ tutorial, onView, onEnded }: FilmProps) {
  const { youtubeVideoId, title, view } = tutorial
  // The first position: later ones must not restart the video.
  const [start] = useState(view.positionSeconds)
  const listener = useRef({ onView, onEnded })
  useEffect(() => {
    listener.current = { onView, onEnded }
  })
  const [tracker] = useState(
    () =>
      new WatchTracker(start, {
        onView: (change) => listener.current.onView(change),
        onEnded: () => listener.current.onEnded(),
      }),
  )
  useEffect(() => () => tracker.leave(), [tracker])
  const handleReport = (report: PlayerReport) => tracker.report(report)
  return <YoutubePlayer videoId={youtubeVideoId} title={title} startSeconds={start} onReport={handleReport} />
}

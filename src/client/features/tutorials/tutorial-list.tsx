import { IconCircleCheckFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { TutorialPicture } from '#client/entities/tutorials/tutorial-picture.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './tutorial-list.module.css'
import { clock, isWatched, type Numbered } from './tutorial-order.ts'
import { MarkButton } from './watched-button.tsx'

type Props = {
  tutorials: readonly Numbered[]
  q: string
  /** The tutorial that plays. */
  onId: string | undefined
  onPlay: (id: string) => void
  onMark: ((id: string, watched: boolean) => void) | undefined
}

export function TutorialList({ tutorials, q, onId, onPlay, onMark }: Props) {
  return (
    <Stack as="section" gap={20} aria-labelledby="programa">
      <h2 id="programa" className={q === '' ? classes.heading : 'visually-hidden'}>
        Programa
      </h2>
      {q !== '' && (
        <p role="status" className={tutorials.length > 0 ? 'visually-hidden' : text.soft}>
          {countText(tutorials.length, q)}
        </p>
      )}
      <ol className={classes.cards}>
        {tutorials.map((tutorial) => (
          <li key={tutorial.id} value={tutorial.number}>
            <Card
              tutorial={tutorial}
              isOn={tutorial.id === onId}
              onPlay={() => onPlay(tutorial.id)}
              onMark={onMark && ((watched) => onMark(tutorial.id, watched))}
            />
          </li>
        ))}
      </ol>
    </Stack>
  )
}

function countText(count: number, q: string): string {
  if (count === 0) return `Nada sobre “${q}”. Tente uma palavra só.`
  return count === 1 ? '1 tutorial' : `${count} tutoriais`
}

type CardProps = {
  tutorial: Numbered
  isOn: boolean
  onPlay: () => void
  onMark: ((watched: boolean) => void) | undefined
}

function Card({ tutorial, isOn, onPlay, onMark }: CardProps) {
  const { id, number, title, description, thumbnailUrl, view } = tutorial
  const watched = isWatched(tutorial)
  return (
    <Stack as="article" gap={12} className={classes.card} data-on={isOn || undefined}>
      <div className={classes.picture}>
        <TutorialPicture thumbnailUrl={thumbnailUrl} title={title} seed={id} isLazy={number > 3} />
        <span className={classes.play} aria-hidden>
          <IconPlayerPlayFilled size={22} />
        </span>
        <Badge isOn={isOn} isWatched={watched} positionSeconds={view.positionSeconds} />
      </div>
      <Row gap={12} align="start" wrap={false}>
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <Stack className={classes.text}>
          <h3 className={`${text.clamp} ${classes.title}`}>
            {/* The button covers the whole card. */}
            <button type="button" className={classes.open} aria-current={isOn || undefined} onClick={onPlay}>
              {title}
            </button>
          </h3>
          <p className={classes.description}>{description}</p>
          {onMark && <MarkButton title={title} isWatched={watched} onMark={onMark} />}
        </Stack>
      </Row>
    </Stack>
  )
}

type BadgeProps = { isOn: boolean; isWatched: boolean; positionSeconds: number }

function Badge({ isOn, isWatched: watched, positionSeconds }: BadgeProps) {
  if (isOn) return <span className={classes.badge}>Em cena</span>
  if (watched) {
    return (
      <span className={classes.badge}>
        <IconCircleCheckFilled size={16} aria-hidden />
        Assistido
      </span>
    )
  }
  return positionSeconds > 0 ? <span className={classes.badge}>Parou em {clock(positionSeconds)}</span> : null
}

import { IconCheck, IconCircleCheckFilled } from '@tabler/icons-react'
import classes from './watched-button.module.css'

type Props = { title: string; isWatched: boolean; onMark: (isWatched: boolean) => void }

/** Marks a tutorial by hand: it was watched elsewhere, or the browser blocks the player's reports. */
export function MarkButton({ title, isWatched, onMark }: Props) {
  const Icon = isWatched ? IconCircleCheckFilled : IconCheck
  return (
    <button
      type="button"
      className={classes.mark}
      data-watched={isWatched || undefined}
      onClick={() => onMark(!isWatched)}
    >
      <Icon size={20} stroke={2} aria-hidden />
      <span>
        {isWatched ? 'Assistido' : 'Marcar como assistido'}
        <span className="visually-hidden">
          : {title}
          {isWatched && '. Desmarcar'}
        </span>
      </span>
    </button>
  )
}

import type { CSSProperties } from 'react'
import { uploadPath } from '#shared/contract/uploads.ts'
import classes from './portrait.module.css'

type Props = {
  photoUrl: string | null
  name: string
  /** Width and height in CSS pixels, for the browser to reserve the room; the style may show it larger. */
  size: number
  className?: string | undefined
  isLazy?: boolean
}

/** An agent's face. Decorative: the name always stands beside it. Without a photo, the initial takes the stage. */
export function Portrait({ photoUrl, name, size, className, isLazy = false }: Props) {
  const style = { '--portrait-size': `${size}px` } as CSSProperties
  const classNames = `${classes.root} ${className ?? ''}`
  if (photoUrl === null) {
    return (
      <span className={classNames} data-initial style={style} aria-hidden>
        {name.trim().charAt(0).toUpperCase()}
      </span>
    )
  }
  return (
    <img
      // Of this very site, whichever of its names the page was opened by.
      src={uploadPath(photoUrl) ?? photoUrl}
      alt=""
      width={size}
      height={size}
      style={style}
      loading={isLazy ? 'lazy' : 'eager'}
      decoding="async"
      className={classNames}
    />
  )
}

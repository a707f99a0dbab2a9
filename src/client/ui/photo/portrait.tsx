import type { CSSProperties } from 'react'
import { uploadPath } from '#shared/upload-addresses.ts'
import classes from './portrait.module.css'

type Props = {
  photoUrl: string | null
  name: string
  /** Intrinsic size in CSS pixels; styles may enlarge it. */
  size: number
  className?: string | undefined
  isLazy?: boolean
}

/** Decorative: the name is always beside it. Without a photo, the initial. */
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
      // On this origin, under whichever host name the page was opened.
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

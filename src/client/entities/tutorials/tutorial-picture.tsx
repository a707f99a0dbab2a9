import { useId, useState } from 'react'
import { uploadPath } from '#shared/upload-addresses.ts'
import classes from './tutorial-picture.module.css'

type Props = {
  /** An upload, or a `data:` address before it is saved. */
  thumbnailUrl: string | null
  title: string
  /** Selects the drawing; the same everywhere. */
  seed: string
  /** Hides the title, which is written over the picture. */
  isBackdrop?: boolean
  isLazy?: boolean
}

const sourceOf = (url: string | null) => (url?.startsWith('data:image/webp;base64,') ? url : uploadPath(url))

/** Decorative: the title is always beside it. Without a picture, a stage is drawn. */
export function TutorialPicture({ thumbnailUrl, title, seed, isBackdrop = false, isLazy = false }: Props) {
  const source = sourceOf(thumbnailUrl)
  const [broken, setBroken] = useState<string>()
  if (!source || source === broken) return <DrawnPicture title={isBackdrop ? undefined : title} seed={seed} />
  return (
    <img
      src={source}
      alt=""
      width={640}
      height={360}
      loading={isLazy ? 'lazy' : 'eager'}
      decoding="async"
      className={classes.picture}
      onError={() => setBroken(source)}
    />
  )
}

const TONES = ['night', 'papaya', 'paper', 'wine'] as const
/** Horizontal position of the light. */
const LIGHTS = [150, 320, 490] as const

function numberOf(seed: string): number {
  let number = 0
  for (const sign of seed) number = (number * 31 + sign.charCodeAt(0)) % 9_973
  return number
}

function DrawnPicture({ title, seed }: { title: string | undefined; seed: string }) {
  const beam = useId()
  const number = numberOf(seed)
  const x = LIGHTS[number % LIGHTS.length] ?? LIGHTS[1]
  return (
    <span className={classes.drawn} data-tone={TONES[number % TONES.length]} aria-hidden>
      <svg viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
        <linearGradient id={beam} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.lit} />
          <stop offset="1" className={classes.faded} />
        </linearGradient>
        {FOLDS.map((at) => (
          <rect key={at} x={at} y="0" width="26" height="360" className={classes.fold} />
        ))}
        <rect x="0" y="300" width="640" height="60" className={classes.floor} />
        <path d={`M320-20h0L${x - 130} 318h260Z`} fill={`url(#${beam})`} />
        <ellipse cx={x} cy="318" rx="130" ry="20" className={classes.pool} />
      </svg>
      {title && <span className={classes.title}>{title}</span>}
    </span>
  )
}

const FOLDS = [0, 64, 128, 192, 256, 320, 384, 448, 512, 576]

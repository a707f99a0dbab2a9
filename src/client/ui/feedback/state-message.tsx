import { type ReactNode, useId } from 'react'
import classes from './state-message.module.css'

type Props = {
  title: string
  children: ReactNode
  /** Buttons or links: what to do next. */
  actions?: ReactNode
  /** `error` is announced at once. */
  tone?: 'empty' | 'error'
  /** It is all that the page shows, so its title is the page's. */
  isPage?: boolean
}

/** An empty stage: says what is (not) there and what to do next. */
export function StateMessage({ title, children, actions, tone = 'empty', isPage = false }: Props) {
  const beam = useId()
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={classes.root} role={tone === 'error' ? 'alert' : undefined}>
      <svg viewBox="0 0 240 120" width={240} height={120} aria-hidden="true" focusable="false">
        <linearGradient id={beam} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.lit} />
          <stop offset="1" className={classes.faded} />
        </linearGradient>
        <path d="M108 12h24l72 96H36Z" fill={`url(#${beam})`} />
        <ellipse cx="120" cy="106" rx="84" ry="10" className={classes.pool} />
        <path d="M104 14V6a6 6 0 0 1 6-6h20a6 6 0 0 1 6 6v8Z" className={classes.lamp} />
      </svg>
      <Title className={classes.title}>{title}</Title>
      <p className={classes.text}>{children}</p>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

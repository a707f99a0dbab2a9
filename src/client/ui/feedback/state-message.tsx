import { type ReactNode, useId } from 'react'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './state-message.module.css'

type Props = {
  title: string
  children: ReactNode
  /** Buttons or links: what to do next. */
  actions?: ReactNode
  /** `error` is an alert. */
  tone?: 'empty' | 'error'
  /** The title is the page's `h1`. */
  isPage?: boolean
}

/** An empty or failed state, and the next action. */
export function StateMessage({ title, children, actions, tone = 'empty', isPage = false }: Props) {
  const beam = useId()
  const Title = isPage ? 'h1' : 'h2'
  return (
    <Stack align="center" className={classes.root} role={tone === 'error' ? 'alert' : undefined}>
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
      <p className={text.soft}>{children}</p>
      {actions && (
        <Row gap={12} justify="center" className={classes.actions}>
          {actions}
        </Row>
      )}
    </Stack>
  )
}

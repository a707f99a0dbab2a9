import type { ReactNode } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './empty-example.module.css'
import { StateMessage } from './state-message.tsx'

type Props = {
  title: string
  children: string
  action: ReactNode
  example: { name: string; lines: readonly string[] }
}

/** The empty state of a list, with an example of an item. */
export function EmptyExample({ title, children, action, example }: Props) {
  return (
    <Stack align="center">
      <StateMessage title={title} actions={action}>
        {children}
      </StateMessage>
      <Stack as="figure" className={classes.example}>
        <figcaption className={classes.caption}>Um exemplo</figcaption>
        <p className={classes.name}>{example.name}</p>
        {example.lines.map((line) => (
          <p key={line} className={text.hint}>
            {line}
          </p>
        ))}
      </Stack>
    </Stack>
  )
}

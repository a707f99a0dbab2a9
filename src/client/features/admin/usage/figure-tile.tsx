import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import classes from './figure-tiles.module.css'
import type { Change } from './period-comparison.ts'

const ICONS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual } as const

type Props = {
  label: string
  value: string
  /** The figure in full, where `value` shortens it. */
  title?: string
  /** The rows behind it; without it, its parts below are links. */
  link?: Pick<LinkProps, 'to' | 'search'>
  change: Change | null | undefined
  notes?: readonly (string | false | undefined)[]
  /** The notes say that something is missing. */
  isWarning?: boolean
  /** Links of its own, above the tile's. */
  children?: ReactNode
}

/** One figure of a period, and how it moved. */
export function Tile({ label, value, title, link, change, notes = [], isWarning, children }: Props) {
  const words = (
    <>
      <span className={classes.label}>{label}</span>{' '}
      <span className={classes.value} data-words={/\d/.test(value) ? undefined : true} title={title}>
        {value}
      </span>
    </>
  )
  return (
    <Stack as="li" gap={4} className={classes.tile}>
      {link ? (
        <Link {...link} className={classes.link}>
          {words}
        </Link>
      ) : (
        <p className={classes.words}>{words}</p>
      )}
      {change && <Moved change={change} />}
      {notes.map(
        (note) =>
          note && (
            <p key={note} className={classes.note} data-warning={isWarning || undefined}>
              {note}
            </p>
          ),
      )}
      {children && <p className={classes.parts}>{children}</p>}
    </Stack>
  )
}

function Moved({ change: { direction, text } }: { change: Change }) {
  const Icon = ICONS[direction]
  return (
    <Row as="p" gap={4} align="start" wrap={false} className={classes.change}>
      <Icon size={16} stroke={2} aria-hidden />
      {text}
    </Row>
  )
}

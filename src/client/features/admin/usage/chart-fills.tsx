import { useId } from 'react'
import classes from './chart-fills.module.css'

type Inks = Record<'solid' | 'hatched' | 'outlined', string>

/** The three ways in which something is printed: full, hatched, as an outline. Told apart in any colour. */
export function useChartFills(): Inks {
  // A colon would end the address of a pattern.
  const id = useId().replaceAll(/[^\w-]/g, '')
  return { solid: 'var(--chart-accent)', hatched: `url(#${id}h)`, outlined: 'var(--paper-raised)' }
}

const idOf = (fill: string) => fill.slice('url(#'.length, -1)

/** What hatched bars are filled with; takes no room. */
export function ChartPatterns({ inks }: { inks: Inks }) {
  return (
    <svg width={0} height={0} className={classes.patterns} aria-hidden="true" focusable="false">
      <defs>
        <pattern
          id={idOf(inks.hatched)}
          width={5}
          height={5}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={5} height={5} className={classes.ground} />
          <rect width={2.5} height={5} className={classes.ink} />
        </pattern>
      </defs>
    </svg>
  )
}

/** What a kind of bar looks like, beside its name. */
export function Swatch({ fill, isOutlined }: { fill: string; isOutlined: boolean }) {
  return (
    <svg width={16} height={12} className={classes.swatch} aria-hidden="true" focusable="false">
      <rect
        x={0.5}
        y={0.5}
        width={15}
        height={11}
        rx={2}
        fill={fill}
        stroke={isOutlined ? 'var(--chart-ink)' : 'none'}
      />
    </svg>
  )
}

import { useId } from 'react'
import classes from './chart-fills.module.css'

type Inks = Record<'solid' | 'hatched' | 'outlined', string>

export function useChartFills(): Inks {
  // `url(#id)` does not allow colons.
  const id = useId().replaceAll(/[^\w-]/g, '')
  return { solid: 'var(--chart-accent)', hatched: `url(#${id}h)`, outlined: 'var(--paper-raised)' }
}

const idOf = (fill: string) => fill.slice('url(#'.length, -1)

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

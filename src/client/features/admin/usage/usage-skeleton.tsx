import { Stack } from '#client/ui/layout/stack.tsx'
import tiles from './figure-tiles.module.css'
import classes from './usage-page.module.css'

const TILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

/** The page as it will be, without a figure. */
export function UsageSkeleton() {
  return (
    <div role="status" aria-label="Carregando os números" className={classes.figures}>
      <div className={tiles.tiles} aria-hidden>
        {TILES.map((tile) => (
          <Stack gap={4} key={tile} className={tiles.tile}>
            <div className={`${tiles.gap} skeleton`} />
            <div className={`${tiles.gap} skeleton`} data-large />
            <div className={`${tiles.gap} skeleton`} />
          </Stack>
        ))}
      </div>
      <div className={`${classes.chartGap} skeleton`} aria-hidden />
      <div className={`${classes.tableGap} skeleton`} aria-hidden />
    </div>
  )
}

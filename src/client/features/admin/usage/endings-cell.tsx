import { formatCount } from '#client/lib/text/format-figures.ts'
import type { Usage } from '#shared/contract/usage.ts'
import classes from './breakdown-tables.module.css'

/** Unfinished replies of an agent or model, and those of them that the provider's filter refused. */
export function EndingsCell({ of }: { of: Usage['agents'][number] | Usage['models'][number] }) {
  const { failed, interrupted, stopped, refused, replies } = of
  return (
    <>
      <span className={classes.whole}>
        {formatCount(failed + interrupted + stopped)} de {formatCount(replies)}
      </span>
      {refused > 0 && <small className={classes.small}>{formatCount(refused)} pelo filtro</small>}
    </>
  )
}

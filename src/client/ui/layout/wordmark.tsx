import { Link } from '@tanstack/react-router'
import { HOUSE } from '#client/lib/browser/house.ts'
import classes from './wordmark.module.css'

type Props = { isShort?: boolean }

export function Wordmark({ isShort = false }: Props) {
  return (
    <span className={classes.root}>
      <img src={HOUSE.mark} alt="" width={32} height={32} className={classes.mark} />
      {!isShort && <span className={classes.name}>{HOUSE.name}</span>}
    </span>
  )
}

/** A link to the app's start page, or to the landing page. */
export function HomeLink({ to, isShort = false }: Props & { to: '/' | '/app' }) {
  const label = `${HOUSE.name}, ${to === '/app' ? 'início' : 'página inicial'}`
  return (
    <Link
      to={to}
      reloadDocument={to === '/'}
      // Every page of the app is below it.
      activeOptions={{ exact: true }}
      className={classes.link}
      aria-label={label}
    >
      <Wordmark isShort={isShort} />
    </Link>
  )
}

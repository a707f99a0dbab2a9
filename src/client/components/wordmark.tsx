import { Link } from '@tanstack/react-router'
import classes from './wordmark.module.css'

/** Somebody between stage curtains, and the name. */
export function Wordmark() {
  return (
    <span className={classes.root}>
      <img src="/favicon.svg" alt="" width={32} height={32} />
      <span className={classes.name}>Elenco</span>
    </span>
  )
}

/** The name as the way home: the app's for whoever is in it, else the front page. */
export function HomeLink({ to }: { to: '/' | '/app' }) {
  const label = to === '/app' ? 'Elenco, início' : 'Elenco, página inicial'
  return (
    <Link to={to} className={classes.link} aria-label={label}>
      <Wordmark />
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import classes from './wordmark.module.css'

type Props = {
  /** Without the name, where there is no room for it. */
  isShort?: boolean
}

/** Somebody between stage curtains, and the name. */
export function Wordmark({ isShort = false }: Props) {
  return (
    <span className={classes.root}>
      <img src="/favicon.svg" alt="" width={32} height={32} />
      {!isShort && <span className={classes.name}>Elenco</span>}
    </span>
  )
}

/** The name as the way home: the app's for whoever is in it, else the front page. */
export function HomeLink({ to, isShort = false }: Props & { to: '/' | '/app' }) {
  const label = to === '/app' ? 'Elenco, início' : 'Elenco, página inicial'
  return (
    <Link
      to={to}
      reloadDocument={to === '/'}
      // Every page of the app lies below it, and is not it.
      activeOptions={{ exact: true }}
      className={classes.link}
      aria-label={label}
    >
      <Wordmark isShort={isShort} />
    </Link>
  )
}

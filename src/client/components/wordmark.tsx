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

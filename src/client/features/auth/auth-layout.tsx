import type { ReactNode } from 'react'
import { Framed } from '#client/ui/layout/public-frame.tsx'
import { HomeLink } from '#client/ui/layout/wordmark.tsx'
import classes from './auth.module.css'

const CAST = ['launches', 'sales-pages', 'vsl-scripts']

/** A form beside the agents' portraits; on phones only the form. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        <header>
          <HomeLink to="/" />
        </header>
        <main className={classes.main}>
          <Framed value>{children}</Framed>
        </main>
      </div>
      <aside className={classes.stage} aria-hidden>
        <div className={classes.light} />
        <div className={classes.cast}>
          {CAST.map((name) => (
            <img key={name} src={`/agents/${name}.svg`} alt="" width={400} height={400} />
          ))}
        </div>
      </aside>
    </div>
  )
}

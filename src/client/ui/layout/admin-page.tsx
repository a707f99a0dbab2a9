import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './admin-page.module.css'

type Props = {
  /** The page's heading, and its name in the browser's tab. */
  title: string
  /** Links and buttons beside the heading: what is done here most often. */
  actions?: ReactNode
  /** What the page is for, in a sentence. */
  description?: ReactNode
  children: ReactNode
}

/** One page of the administrators' house: its heading, what can be done here, and the rest below. */
export function AdminPage({ title, actions, description, children }: Props) {
  useDocumentTitle(`${title} · Administração · Elenco`)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          {description && <p className={classes.lead}>{description}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './admin-page.module.css'

type Props = {
  /** The heading and the document title. */
  title: string
  actions?: ReactNode
  description?: ReactNode
  children: ReactNode
}

export function AdminPage({ title, actions, description, children }: Props) {
  usePageTitle(`${title} · Administração`)
  return (
    <Stack gap={24}>
      <header className={classes.head}>
        <Stack className={classes.words}>
          <h1 className={text.title}>{title}</h1>
          {description && <p className={text.lead}>{description}</p>}
        </Stack>
        {actions && <Row gap={12}>{actions}</Row>}
      </header>
      {children}
    </Stack>
  )
}

import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDay } from '#client/lib/text/format.ts'
import { HomeLink } from '#client/ui/layout/wordmark.tsx'
import { TERMS_VERSION } from '#shared/contract/terms.ts'
import classes from './legal.module.css'

export type LegalSection = { id: string; title: string; body: ReactNode }

type Props = {
  title: string
  summary: ReactNode
  sections: readonly LegalSection[]
  other: { to: '/terms' | '/privacy'; label: string }
}

/** A long text: contents at the side, one column of text. */
export function LegalPage({ title, summary, sections, other }: Props) {
  useDocumentTitle(`${title} · Elenco`)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <HomeLink to="/" />
      </header>
      <main className={classes.main}>
        <div className={classes.opening}>
          <h1>{title}</h1>
          <p className={classes.version}>
            Versão de <time dateTime={TERMS_VERSION}>{formatDay(TERMS_VERSION)}</time>
          </p>
          <div className={classes.summary}>{summary}</div>
        </div>
        <nav aria-label="Neste texto" className={classes.contents}>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={classes.text}>
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`}>
                <span className={classes.number}>{index + 1}</span>
                {section.title}
              </h2>
              {section.body}
            </section>
          ))}
          <p className={classes.end}>
            Leia também: <Link to={other.to}>{other.label}</Link>.
          </p>
        </article>
      </main>
    </div>
  )
}

type TableProps = { head: readonly string[]; rows: readonly (readonly [string, ...ReactNode[]])[] }

export function LegalTable({ head, rows }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row do not move.
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

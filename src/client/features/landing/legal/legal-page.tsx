import type { ReactNode } from 'react'
import { formatDay } from '#client/lib/text/format.ts'
import { TERMS_VERSION } from '#shared/contract/terms.ts'
import { OPEN_PLACES, OWN_LINK } from '#shared/landing.ts'
import classes from './legal.module.css'

export type LegalSection = { id: string; title: string; body: ReactNode }

export type LegalText = {
  title: string
  /** For search engines. */
  description: string
  summary: ReactNode
  sections: readonly LegalSection[]
  other: { href: '/terms' | '/privacy'; label: string }
}

/** Metadata of a legal text at `path`. */
export function LegalHead({ path, title, description }: { path: string } & LegalText) {
  return (
    <>
      <title>{`${title} · Elenco`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={OPEN_PLACES.appUrl + path} />
      <meta name="theme-color" content="#faf4e8" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#14100e" media="(prefers-color-scheme: dark)" />
    </>
  )
}

/** A long text: contents at the side, one column of text. */
export function LegalPage({ title, summary, sections, other }: LegalText) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <a className={classes.home} href={`/?${OWN_LINK}`} aria-label="Elenco, página inicial">
          <img src="/favicon.svg" alt="" width={32} height={32} />
          Elenco
        </a>
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
            Leia também: <a href={other.href}>{other.label}</a>.
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

import { Link } from '@tanstack/react-router'
import { formatTime } from '#client/lib/text/sao-paulo-time.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'
import classes from './audit.module.css'
import { type Change, changesOf } from './audit-changes.ts'
import { piecesOf } from './audit-sentences.ts'

export function AuditItem({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry)
  const { method, path, reason } = entry.details
  const call = typeof method === 'string' && typeof path === 'string' ? `${method} ${path}` : undefined
  const from = [entry.device, entry.ipAddress].filter((it) => it !== null)
  return (
    <li className={classes.entry}>
      <time dateTime={entry.createdAt} className={classes.time}>
        {formatTime(entry.createdAt)}
      </time>
      <div className={classes.body}>
        <p className={classes.sentence}>
          <Sentence entry={entry} />
        </p>
        {from.length > 0 && <p className={classes.from}>{from.join(' · ')}</p>}
        {typeof reason === 'string' && <p className={classes.from}>Motivo: {reason}</p>}
        {call && <p className={classes.call}>{call}</p>}
        {changes.length > 0 && <Changes changes={changes} />}
      </div>
    </li>
  )
}

function Sentence({ entry }: { entry: AuditEntry }) {
  return piecesOf(entry).map(({ place, text, isName, to }) => {
    if (!to) return isName ? <strong key={place}>{text}</strong> : <span key={place}>{text}</span>
    return (
      <Link key={place} to={to} className={classes.name}>
        {text}
      </Link>
    )
  })
}

function Changes({ changes }: { changes: readonly Change[] }) {
  const hasBefore = changes.some(({ before }) => before !== undefined)
  const hasAfter = changes.some(({ after }) => after !== undefined)
  return (
    <details className={classes.details}>
      <summary className={classes.summary}>{summaryOf(changes, { hasBefore, hasAfter })}</summary>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">Campo</th>
            {hasBefore && <th scope="col">Antes</th>}
            {hasAfter && <th scope="col">{hasBefore ? 'Depois' : 'Como ficou'}</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              {hasBefore && (
                <td data-label="Antes" data-side="before">
                  {before}
                </td>
              )}
              {hasAfter && (
                <td data-label={hasBefore ? 'Depois' : 'Como ficou'} data-side="after">
                  {after}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function summaryOf(
  changes: readonly Change[],
  { hasBefore, hasAfter }: Record<'hasBefore' | 'hasAfter', boolean>,
) {
  const fields = changes.map(({ field }) => field)
  const some = fields.length > 3 ? [...fields.slice(0, 3), `mais ${fields.length - 3}`] : fields
  const lead = hasBefore && hasAfter ? 'O que mudou' : hasAfter ? 'Como ficou' : 'Como era'
  return `${lead}: ${some.join(', ')}`
}

import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { formatDateInWords } from '#client/entities/billing/usage-text.ts'
import type { SubscriptionChange } from '#shared/contract/subscription.ts'
import classes from './plan-history.module.css'
import { changeText, sourceOf } from './plan-texts.ts'

/** So many are read at a glance; the others on demand. */
const FEW = 3

/** What happened to the plans that somebody has or had, the newest first. */
export function PlanHistory({ changes }: { changes: readonly SubscriptionChange[] }) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const [isWhole, setWhole] = useState(false)
  if (changes.length === 0) return null
  const shown = isWhole ? changes : changes.slice(0, FEW)
  const handleWhole = () => {
    setWhole(true)
    // The button goes with its press.
    list.current?.focus()
  }
  return (
    <section aria-labelledby={id} className={classes.history}>
      <h3 id={id}>Histórico</h3>
      <ol ref={list} tabIndex={-1} aria-labelledby={id} className={classes.list}>
        {shown.map((change) => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </ol>
      {shown.length < changes.length && (
        <Button variant="default" onClick={handleWhole}>
          Mostrar as {changes.length} mudanças
        </Button>
      )}
    </section>
  )
}

function ChangeRow({ change }: { change: SubscriptionChange }) {
  const source = sourceOf(change)
  return (
    <li className={classes.change}>
      <time dateTime={change.createdAt} className={classes.when}>
        {formatDateInWords(change.createdAt)}
      </time>
      <span>
        {changeText(change)}
        {source && <span className={classes.soft}> · {source}</span>}
      </span>
    </li>
  )
}

import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { formatDateInWords } from '#client/entities/billing/usage-text.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { SubscriptionChange } from '#shared/contract/subscription.ts'
import classes from './plan-history.module.css'
import { changeText, sourceOf } from './plan-texts.ts'

const FEW = 3

/** The account's plan changes, newest first. */
export function PlanHistory({ changes }: { changes: readonly SubscriptionChange[] }) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const [isWhole, setWhole] = useState(false)
  if (changes.length === 0) return null
  const shown = isWhole ? changes : changes.slice(0, FEW)
  const handleWhole = () => {
    setWhole(true)
    // The pressed button is unmounted.
    list.current?.focus()
  }
  return (
    <Stack as="section" gap={12} align="start" aria-labelledby={id}>
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
    </Stack>
  )
}

function ChangeRow({ change }: { change: SubscriptionChange }) {
  const source = sourceOf(change)
  return (
    <Stack as="li" gap={4} className={classes.change}>
      <time dateTime={change.createdAt} className={text.hint}>
        {formatDateInWords(change.createdAt)}
      </time>
      <span>
        {changeText(change)}
        {source && <span className={text.soft}> · {source}</span>}
      </span>
    </Stack>
  )
}

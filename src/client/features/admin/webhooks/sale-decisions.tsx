import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { SaleDecision } from '#shared/contract/sales.ts'
import classes from './sale-decisions.module.css'
import { sayDecision } from './sale-texts.ts'
import { saleQueries, undoDecision } from './sales.api.ts'
import { UndoSheet } from './undo-sheet.tsx'
import { KINDS, nameOf, PARTS, PROVIDERS } from './webhook-texts.ts'

/** The codes that are mapped or marked, each with its undo. */
export function SaleDecisions() {
  const decisions = useQuery(saleQueries.decisions())
  const heading = useRef<HTMLHeadingElement>(null)
  const [undoing, setUndoing] = useState<SaleDecision>()
  // The row's button is gone.
  const focusHeading = () => setTimeout(() => heading.current?.focus())
  if (decisions.isError && !decisions.data) {
    return (
      <LoadFailure query={decisions}>
        Os códigos já decididos não carregaram. {errorText(decisions.error)}
      </LoadFailure>
    )
  }
  if (!decisions.data || (decisions.data.length === 0 && !undoing)) return null
  const plan = undoing?.plan
  return (
    <Stack as="section" gap={12} aria-labelledby={PARTS.decided}>
      <h2 ref={heading} id={PARTS.decided} tabIndex={-1} className={classes.title}>
        Códigos já decididos
      </h2>
      <ul className={classes.list}>
        {decisions.data.map((it) => (
          <Decision key={it.id} decision={it} onUndo={() => setUndoing(it)} onUndone={focusHeading} />
        ))}
      </ul>
      {undoing && plan && (
        <UndoSheet
          decision={{ ...undoing, plan }}
          onUndone={focusHeading}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </Stack>
  )
}

type DecisionProps = { decision: SaleDecision; onUndo: () => void; onUndone: () => void }

function Decision({ decision, onUndo, onUndone }: DecisionProps) {
  const client = useQueryClient()
  const unmark = useMutation({
    mutationFn: () => undoDecision(client, decision.id),
    onSuccess: () => {
      showToast(`“${nameOf(decision)}” voltou a esperar um plano.`, 'success')
      onUndone()
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  const { provider, kind, externalId, plan, createdAt } = decision
  return (
    <Row as="li" gap={12} justify="between" className={classes.decision}>
      <Stack gap={4} className={classes.words}>
        <h3 className={classes.name}>{nameOf(decision)}</h3>
        <p>{sayDecision(decision)}</p>
        <p className={text.hint}>
          {KINDS[kind]} {PROVIDERS[provider].of} <code className={classes.code}>{externalId}</code>, desde{' '}
          {formatMomentInWords(createdAt)}
        </p>
      </Stack>
      <Button
        variant="default"
        loading={unmark.isPending}
        onClick={() => (plan ? onUndo() : unmark.mutate())}
        aria-label={`Desfazer: ${nameOf(decision)}`}
      >
        Desfazer
      </Button>
    </Row>
  )
}

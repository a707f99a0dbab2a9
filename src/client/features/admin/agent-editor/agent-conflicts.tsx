import { lazy, Suspense } from 'react'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import type { AgentFormState } from './use-agent-form.ts'

const ConflictSheet = lazy(() => import('./conflict-sheet.tsx').then((it) => ({ default: it.ConflictSheet })))

export function AgentConflicts({ state }: { state: AgentFormState }) {
  const { conflict, form, base } = state
  if (conflict?.kind === 'deleted') {
    return (
      <ConfirmSheet
        title="Este agente foi excluído"
        confirmLabel="Trazer de volta e salvar"
        cancelLabel="Continuar editando"
        onConfirm={state.bringBack}
        onClose={state.closeGone}
      >
        <p>
          Outra pessoa excluiu o agente enquanto você editava. O que você escreveu continua aqui: traga-o de
          volta à galeria e salve, ou leve o seu texto para outro agente.
        </p>
      </ConfirmSheet>
    )
  }
  if (!conflict) return null
  return (
    <Suspense>
      <ConflictSheet
        base={base.values}
        mine={form.values}
        theirs={conflict.theirs}
        change={conflict.change}
        onSave={(merged) => state.saveMerged(conflict.theirs, merged)}
        onClose={state.closeConflict}
      />
    </Suspense>
  )
}

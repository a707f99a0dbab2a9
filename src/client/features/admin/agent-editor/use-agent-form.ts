import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ChangedMeanwhile, changedMeanwhile } from '#client/entities/admin/changed-meanwhile.ts'
import {
  createAgent,
  fetchAgent,
  restoreAgent,
  updateAgent,
} from '#client/entities/agents/agents-admin.api.ts'
import { changesOf, formDraftKey } from '#client/lib/forms/form-draft.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import type { AdminAgent, AgentForm } from '#shared/contract/agents-admin.ts'
import { type AgentBase, forgetAgentDraft, readAgentDraft, writeAgentDraft } from './agent-form-draft.ts'
import { conflictsOf, keepTyped } from './agent-merge.ts'
import { type AgentValues, bodyOf, TypedAgent, valuesOf } from './agent-values.ts'
import { atTheirFields } from './server-errors.ts'

type Options = {
  agent: AdminAgent | undefined
  initialValues: AgentValues
  userId: string
  onSaved: (agent: AdminAgent) => void
}

export type AgentConflict =
  | { kind: 'changed'; theirs: AdminAgent; change: ChangedMeanwhile }
  | { kind: 'deleted' }

const draftName = (agentId: string | undefined) => `agent:${agentId ?? 'novo'}`

async function conflictOf(
  client: QueryClient,
  error: unknown,
  id: string,
): Promise<AgentConflict | undefined> {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 404) return { kind: 'deleted' }
  const change = changedMeanwhile(error)
  return change && { kind: 'changed', theirs: await fetchAgent(client, id), change }
}

function useBase({ agent, initialValues }: Pick<Options, 'agent' | 'initialValues'>, place: string) {
  const [kept] = useState(() => readAgentDraft(place, initialValues))
  const [base, setBase] = useState<AgentBase>(() => ({
    version: kept && agent ? kept.version : (agent?.version ?? 0),
    values: { ...initialValues, ...(agent && kept?.base) },
  }))
  const latest = useRef(base)
  const rebase = (next: AgentBase) => {
    latest.current = next
    setBase(next)
  }
  return { kept, base, latest, rebase }
}

const baseOf = (agent: AdminAgent): AgentBase => ({ version: agent.version, values: valuesOf(agent) })

export function useAgentForm({ agent, initialValues, userId, onSaved }: Options) {
  const client = useQueryClient()
  const placeOf = (id: string | undefined) => formDraftKey(userId, draftName(id))
  const place = placeOf(agent?.id)
  const { kept, base, latest, rebase } = useBase({ agent, initialValues }, place)
  const [isRestored, setRestored] = useState(kept !== undefined)
  const [conflict, setConflict] = useState<AgentConflict | null>(null)
  const isHandedOver = useRef(false)

  const store = async (body: AgentForm): Promise<AdminAgent | undefined> => {
    if (!agent) return createAgent(client, body)
    const { version, values } = latest.current
    // Every value of the result is one of `body`.
    const changes = changesOf<Record<string, unknown>>(bodyOf(values), body) as Partial<AgentForm>
    if (Object.keys(changes).length === 0) return undefined
    return updateAgent(client, agent.id, { ...changes, version })
  }
  const state: ReturnType<typeof useContractForm<AgentValues, AgentForm>> = useContractForm({
    schema: TypedAgent,
    initialValues: { ...initialValues, ...kept?.changes },
    submit: async (body) => {
      const before = state.form.getValues()
      try {
        const stored = await store(body)
        if (stored) take(stored, before)
        else state.form.setValues(latest.current.values)
      } catch (error) {
        const found = agent && (await conflictOf(client, error, agent.id))
        if (!found) throw atTheirFields(error)
        if (found.kind === 'deleted' || clashesWith(found.theirs).length > 0) return setConflict(found)
        // No conflict: retry on top of the stored version.
        rebase(baseOf(found.theirs))
        take((await store(body)) ?? found.theirs, before)
      }
    },
  })
  const clashesWith = (theirs: AdminAgent) =>
    conflictsOf(latest.current.values, state.form.getValues(), valuesOf(theirs))
  const take = (stored: AdminAgent, before: AgentValues) => {
    const now = baseOf(stored)
    const typed = keepTyped(now.values, before, state.form.getValues())
    setRestored(false)
    setConflict(null)
    if (!agent) {
      isHandedOver.current = true
      forgetAgentDraft(place)
      writeAgentDraft(placeOf(stored.id), now, typed)
    } else {
      rebase(now)
      state.form.setValues(typed)
    }
    onSaved(stored)
  }
  const { values } = state.form
  const isDirty = Object.keys(changesOf(base.values, values)).length > 0
  useEffect(() => {
    if (!isHandedOver.current) writeAgentDraft(place, base, values)
  }, [place, base, values])

  return {
    ...state,
    base,
    isDirty,
    isRestored,
    conflict,
    onKeep: () => setRestored(false),
    onDiscard: () => {
      // Discarding a draft of an older version also drops that version.
      const clean = agent ? { version: agent.version, values: initialValues } : base
      if (latest.current.version < clean.version) rebase(clean)
      state.form.setValues(latest.current.values)
      state.form.clearErrors()
      setRestored(false)
    },
    forget: () => {
      isHandedOver.current = true
      forgetAgentDraft(place)
    },
    closeConflict: () => setConflict(null),
    closeGone: () => setConflict((now) => (now?.kind === 'deleted' ? null : now)),
    saveMerged: (theirs: AdminAgent, merged: AgentValues) => {
      rebase(baseOf(theirs))
      state.form.setValues(merged)
      setConflict(null)
      state.handleSubmit()
    },
    bringBack: async () => {
      if (!agent) return
      const theirs = await restoreAgent(client, agent.id)
      if (clashesWith(theirs).length > 0) {
        return setConflict({ kind: 'changed', theirs, change: { by: undefined, at: theirs.updatedAt } })
      }
      rebase(baseOf(theirs))
      setConflict(null)
      state.handleSubmit()
    },
    takePrompt: (now: AdminAgent) => {
      const typed = keepTyped(valuesOf(now), latest.current.values, state.form.getValues())
      rebase(baseOf(now))
      state.form.setValues({ ...typed, systemPrompt: now.systemPrompt })
    },
  }
}

export type AgentFormState = ReturnType<typeof useAgentForm>

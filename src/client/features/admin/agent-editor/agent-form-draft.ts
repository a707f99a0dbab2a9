import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { changesOf, parseFormDraft } from '#client/lib/forms/form-draft.ts'
import type { AgentValues } from './agent-values.ts'

export type AgentDraft = { version: number; base: Partial<AgentValues>; changes: Partial<AgentValues> }

export type AgentBase = { version: number; values: AgentValues }

const storage = (): SafeStorage => localStorage

/** The draft stored at `place`; undefined if it is absent, unreadable or equal to `now`. */
export function readAgentDraft(place: string, now: AgentValues): AgentDraft | undefined {
  try {
    const kept: unknown = JSON.parse(readStorage(storage, place) || 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const { version, base, changes } = kept as Partial<Record<keyof AgentDraft, unknown>>
    if (typeof version !== 'number') return undefined
    const partOf = (part: unknown) => parseFormDraft(JSON.stringify(part ?? {}), now)
    const draft = { version, base: partOf(base), changes: partOf(changes) }
    const differs = Object.keys(changesOf(now, { ...now, ...draft.changes })).length > 0
    return differs ? draft : undefined
  } catch {
    return undefined
  }
}

export function writeAgentDraft(place: string, { version, values }: AgentBase, typed: AgentValues): void {
  const changes = changesOf(values, typed)
  const names = Object.keys(changes)
  const base = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
  writeStorage(storage, place, names.length > 0 ? JSON.stringify({ version, base, changes }) : '')
}

export const forgetAgentDraft = (place: string): void => writeStorage(storage, place, '')

import type { AgentValues } from './agent-values.ts'

export type AgentField = keyof AgentValues

export type FieldConflict = { field: AgentField; isMine: boolean }

export type Choice = 'mine' | 'theirs'
export type Choices = Partial<Record<AgentField, Choice>>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const fieldsOf = (values: AgentValues) => Object.keys(values) as AgentField[]

export function conflictsOf(base: AgentValues, mine: AgentValues, theirs: AgentValues): FieldConflict[] {
  return fieldsOf(base)
    .filter((field) => !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field]))
    .map((field) => ({ field, isMine: !isSame(mine[field], base[field]) }))
}

export const choiceOf = (clash: FieldConflict, choices: Choices): Choice =>
  choices[clash.field] ?? (clash.isMine ? 'mine' : 'theirs')

export function mergeValues(
  mine: AgentValues,
  theirs: AgentValues,
  clashes: readonly FieldConflict[],
  choices: Choices,
): AgentValues {
  const taken = clashes.filter((clash) => choiceOf(clash, choices) === 'theirs')
  return { ...mine, ...Object.fromEntries(taken.map(({ field }) => [field, theirs[field]])) }
}

export function keepTyped(stored: AgentValues, before: AgentValues, typed: AgentValues): AgentValues {
  const since = fieldsOf(typed).filter((field) => !isSame(typed[field], before[field]))
  return { ...stored, ...Object.fromEntries(since.map((field) => [field, typed[field]])) }
}

import type { Span } from '../voice/sentences.ts'
import type { RuleId } from './rules.ts'

/** A finding of a rule, before its severity is looked up. `detail`: more about this place, for the user. */
export type RawFinding = Span & { ruleId: RuleId; detail: string | null }

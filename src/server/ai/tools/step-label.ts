import { LIMITS } from '#shared/limits.ts'
import { shorten } from '../prompt/token-estimate.ts'
import { quoted } from '../quoted.ts'

/** The label of a step on one line, without invisible characters; no property for an empty or missing one. */
export function stepLabel(label: string | undefined): { label?: string } {
  const shown = shorten(quoted(label ?? ''), LIMITS.stepLabelLength)
  return shown === '' ? {} : { label: shown }
}

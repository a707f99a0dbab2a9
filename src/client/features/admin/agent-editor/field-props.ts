import { toPortuguese } from '#client/lib/text/error-text.ts'
import type { AgentFormState } from './use-agent-form.ts'

export type AgentFields = { form: AgentFormState['form'] }

/** The contract has some of its texts in English. */
export const fieldErrorText = (error: unknown): string | undefined =>
  typeof error === 'string' && error !== '' ? toPortuguese(error) : undefined

export function fieldProps(form: AgentFields['form']) {
  return (name: 'name' | 'description' | 'systemPrompt' | 'model' | 'messageWeight' | 'photoUrl') => {
    const { error, ...props } = form.getInputProps(name)
    return { name, size: 'md', ...props, error: fieldErrorText(error) }
  }
}

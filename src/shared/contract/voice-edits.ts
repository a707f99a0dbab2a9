import { z } from 'zod'
import * as mini from 'zod/mini'
import { VOICE_LIMITS } from '../limits-voice.ts'
import { EDIT_KINDS, EDIT_LIMITS } from '../voice/edits.ts'
import { BrandVoiceForm } from './brand-voice.ts'
import { hasNoNul, Id, NUL_TEXT } from './scalars.ts'

const EditKindField = z.enum(EDIT_KINDS, 'Mudança inválida')

/** A change that was seen often enough in texts of a brand. */
export const VoiceRule = z.object({
  brandId: Id,
  brandName: z.string(),
  kind: EditKindField,
  /** The word that was taken out; empty for other kinds. */
  word: z.string(),
  seen: z.int().min(EDIT_LIMITS.seen),
})
export type VoiceRule = z.infer<typeof VoiceRule>

/** At most one rule at a time. */
export const ProposedVoiceRule = z.object({ rule: VoiceRule.nullable() })
export type ProposedVoiceRule = z.infer<typeof ProposedVoiceRule>

/** A line of the voice's habits, or a forbidden word. */
export const voiceRuleText = (kind: string) =>
  kind === 'word' ? BrandVoiceForm.shape.forbiddenWords.def.element : BrandVoiceForm.shape.moves.def.element

/** `text` is kept in the voice; without it the change is never asked about again. */
export const AnswerVoiceRule = z
  .strictObject({
    kind: EditKindField,
    word: mini
      .string({ error: 'Palavra inválida' })
      .check(mini.maxLength(VOICE_LIMITS.wordLength, 'Palavra inválida'), mini.refine(hasNoNul, NUL_TEXT)),
    text: z.optional(
      z
        .string({ error: 'O texto precisa de palavras' })
        .max(VOICE_LIMITS.moveLength, `Uma linha passa de ${VOICE_LIMITS.moveLength} caracteres`),
    ),
  })
  .check(({ value, issues }) => {
    if (value.text === undefined) return
    const parsed = voiceRuleText(value.kind).safeParse(value.text)
    if (parsed.success) value.text = parsed.data
    else {
      const message = parsed.error.issues[0]?.message ?? ''
      issues.push({ code: 'custom', message, path: ['text'], input: value.text })
    }
  })
export type AnswerVoiceRule = z.infer<typeof AnswerVoiceRule>

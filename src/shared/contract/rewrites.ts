import { z } from 'zod'
import { REWRITE_LIMITS } from '../limits-rewrites.ts'
import { BrandVoiceForm } from './brand-voice.ts'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

const { textLength, requestLength } = REWRITE_LIMITS

const TOO_LONG = `Selecione até ${textLength.toLocaleString('pt-BR')} caracteres`
const REQUEST_TOO_LONG = `O pedido passa de ${requestLength.toLocaleString('pt-BR')} caracteres`

/**
 * What becomes of the selected text; `own` follows the user's request. `words` writes each line without the forbidden
 * words; a line that the model cannot write without them is answered as it was.
 */
export const RewriteChange = z.enum(['shorter', 'direct', 'voice', 'own', 'words'], 'Pedido inválido')
export type RewriteChange = z.infer<typeof RewriteChange>

/** Asks a model for another version of a part of a document. Nothing is stored. */
export const CreateRewrite = z
  .strictObject({
    /** Markdown. */
    text: z
      .string({ error: 'O texto é obrigatório' })
      .max(textLength, TOO_LONG)
      .refine((text) => text.trim() !== '', 'Selecione um trecho com texto')
      .refine(hasNoNul, NUL_TEXT),
    change: RewriteChange,
    request: z.string().trim().max(requestLength, REQUEST_TOO_LONG).refine(hasNoNul, NUL_TEXT).optional(),
    forbiddenWords: z.optional(BrandVoiceForm.shape.forbiddenWords),
  })
  .refine(({ change, request }) => change !== 'own' || (request ?? '') !== '', {
    path: ['request'],
    error: 'Diga como reescrever',
  })
  .refine(({ change, forbiddenWords = [] }) => (change === 'words') === forbiddenWords.length > 0, {
    path: ['forbiddenWords'],
    error: 'Diga quais palavras trocar',
  })
export type CreateRewrite = z.infer<typeof CreateRewrite>

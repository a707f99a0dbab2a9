import { z } from 'zod'
import { REWRITE_LIMITS } from '../limits-rewrites.ts'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

const { textLength, requestLength } = REWRITE_LIMITS

const TOO_LONG = `Selecione até ${textLength.toLocaleString('pt-BR')} caracteres`
const REQUEST_TOO_LONG = `O pedido passa de ${requestLength.toLocaleString('pt-BR')} caracteres`

/** What becomes of the selected text; `own` follows the user's request. */
export const RewriteChange = z.enum(['shorter', 'direct', 'voice', 'own'], 'Pedido inválido')
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
  })
  .refine(({ change, request }) => change !== 'own' || (request ?? '') !== '', {
    path: ['request'],
    error: 'Diga como reescrever',
  })
export type CreateRewrite = z.infer<typeof CreateRewrite>

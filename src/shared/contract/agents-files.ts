import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { AdminAgent, CreateAgent } from './agents-admin.ts'
import { MessageContext } from './messages.ts'

const { agentPhotoBytes, labelsPerAgent, nameLength, testTurnLength, testTurns } = LIMITS
const TURN_TEXT = `A mensagem passa de ${testTurnLength.toLocaleString('pt-BR')} caracteres`
const TURNS_TEXT = `A conversa de teste tem até ${testTurns} mensagens`

/** Base64 takes four letters for three bytes. */
const PHOTO_LENGTH = Math.ceil(agentPhotoBytes / 3) * 4

/** Goes up when a file of before can't be read any more. */
export const AGENT_FILE_FORMAT = 1

const UNKNOWN_FORMAT = 'Este arquivo não é um agente exportado do Elenco, ou é de outra versão'

/**
 * An agent as a file, for another installation or for keeping: what `GET …/export` answers, without an envelope, and what
 * an import takes for its body. Without its photo where that would make it longer than a body may be.
 */
export const AgentExport = z.strictObject({
  kind: z.literal('agent', UNKNOWN_FORMAT),
  format: z.literal(AGENT_FILE_FORMAT, UNKNOWN_FORMAT),
  exportedAt: z.iso.datetime({ error: 'Data inválida' }).max(40, 'Data inválida').optional(),
  agent: CreateAgent.omit({ labelIds: true }).extend({
    /** By name: ids say nothing elsewhere. */
    labels: z
      .array(z.string('Etiqueta inválida').trim().max(nameLength, 'Etiqueta inválida'))
      .max(labelsPerAgent, `Escolha até ${labelsPerAgent} etiquetas`)
      .default([]),
    /** The photo itself, in base64, in the place of an address: it is decoded and encoded again. */
    photo: z
      .string('Foto inválida')
      .max(PHOTO_LENGTH, 'A foto é grande demais')
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Foto inválida')
      .nullable()
      .default(null),
  }),
})
export type AgentExport = z.infer<typeof AgentExport>

/** `missingLabels` are those of the file that this house has not; the agent goes without them. */
export const ImportedAgent = z.object({ agent: AdminAgent, missingLabels: z.array(z.string()) })
export type ImportedAgent = z.infer<typeof ImportedAgent>

const { name, systemPrompt, model } = CreateAgent.shape

/** One exchange with an agent as it stands in the form. Nothing of it is stored. */
export const TestAgent = z.strictObject({
  name,
  systemPrompt,
  model,
  /** Oldest first; the last one is the person's, and is what is answered. */
  messages: z
    .array(
      z.strictObject({
        sender: z.enum(['human', 'ai'], 'Remetente inválido'),
        content: z
          .string('Message content is required')
          .max(testTurnLength, TURN_TEXT)
          .refine((text) => text.trim() !== '', 'Message content is required'),
      }),
    )
    .max(testTurns, TURNS_TEXT)
    .refine((turns) => turns.at(-1)?.sender === 'human', 'Message content is required'),
  /** Of the administrator's own. */
  context: z.optional(MessageContext),
})
export type TestAgent = z.infer<typeof TestAgent>

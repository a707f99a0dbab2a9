import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { AdminAgent, CreateAgent } from './agents-admin.ts'
import { MessageContext } from './messages.ts'

const { agentPhotoBytes, labelsPerAgent, nameLength, testTurnLength, testTurns } = LIMITS
const TURN_TEXT = `A mensagem passa de ${testTurnLength.toLocaleString('pt-BR')} caracteres`
const TURNS_TEXT = `A conversa de teste tem até ${testTurns} mensagens`

/** Base64 takes four characters for three bytes. */
const PHOTO_LENGTH = Math.ceil(agentPhotoBytes / 3) * 4

/** Increased when files of the previous format become unreadable. */
export const AGENT_FILE_FORMAT = 1

const UNKNOWN_FORMAT = 'Este arquivo não é um agente exportado do Elenco, ou é de outra versão'

/**
 * An exported agent: the answer of `GET …/export`, without an envelope, and the body of an import. The photo
 * is omitted when the file would exceed the body limit.
 */
export const AgentExport = z.strictObject({
  kind: z.literal('agent', UNKNOWN_FORMAT),
  format: z.literal(AGENT_FILE_FORMAT, UNKNOWN_FORMAT),
  exportedAt: z.iso.datetime({ error: 'Data inválida' }).max(40, 'Data inválida').optional(),
  agent: CreateAgent.omit({ isDraft: true, labelIds: true, planIds: true, collectionIds: true }).extend({
    /** Names, because ids differ between installations. */
    labels: z
      .array(z.string('Etiqueta inválida').trim().max(nameLength, 'Etiqueta inválida'))
      .max(labelsPerAgent, `Escolha até ${labelsPerAgent} etiquetas`)
      .default([]),
    /** The photo in base64 instead of an address; an import decodes and encodes it again. */
    photo: z
      .string('Foto inválida')
      .max(PHOTO_LENGTH, 'A foto é grande demais')
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Foto inválida')
      .nullable()
      .default(null),
  }),
})
export type AgentExport = z.infer<typeof AgentExport>

/** `missingLabels` exist in the file but not in this installation; the agent is imported without them. */
export const ImportedAgent = z.object({ agent: AdminAgent, missingLabels: z.array(z.string()) })
export type ImportedAgent = z.infer<typeof ImportedAgent>

const { name, systemPrompt, model, collectionIds } = CreateAgent.shape

/** One exchange with an unsaved agent; nothing is stored. */
export const TestAgent = z.strictObject({
  name,
  systemPrompt,
  model,
  /** House collections that it reads. */
  collectionIds,
  /** Oldest first; the last one is the user's and gets the reply. */
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
  /** Assets of the administrator. */
  context: z.optional(MessageContext),
})
export type TestAgent = z.infer<typeof TestAgent>

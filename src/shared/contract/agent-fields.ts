import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { COLLECTION_LIMITS } from '../limits-collections.ts'
import { CHANNELS } from '../revisor/rules.ts'
import { isPhotoUrl } from '../upload-addresses.ts'
import { RequiredField } from './required-context.ts'
import { hasNoNul, hasNoRepeats, idWith, NUL_TEXT } from './scalars.ts'

const {
  agentDescriptionLength,
  labelsPerAgent,
  modelNameLength,
  nameLength,
  photoUrlLength,
  plansMax,
  recommendationLength,
  recommendationsPerAgent,
  systemPromptLength,
} = LIMITS

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters.
const CONTROL = /[\u0000-\u001f\u007f]/
const tooLong = (what: string, length: number) =>
  `${what} passa de ${length.toLocaleString('pt-BR')} caracteres`
export const PLAN_REFUSED = 'Plano não encontrado'
export const COLLECTION_REFUSED = 'Coleção não encontrada'
const INVALID_MODEL = 'Nome de modelo inválido'
const WEIGHT_TEXT = `Um número inteiro de 1 a ${LIMITS.messageWeight}`
const RECOMMENDATION_EMPTY = 'Escreva a sugestão, ou deixe-a de fora'
const ORDER_TEXT = 'A ordem da sugestão vai de 0 a 2'

const name = mini.string({ error: 'Name is required' }).check(
  mini.trim(),
  mini.minLength(1, 'Name is required'),
  mini.maxLength(nameLength, tooLong('O nome', nameLength)),
  mini.refine((text) => !CONTROL.test(text), 'O nome tem caracteres inválidos'),
)
const description = mini
  .string({ error: 'Description is required' })
  .check(
    mini.trim(),
    mini.minLength(1, 'Description is required'),
    mini.maxLength(agentDescriptionLength, tooLong('A descrição', agentDescriptionLength)),
    mini.refine(hasNoNul, NUL_TEXT),
  )
/** May contain `{{nome_do_criador}}` and `{{data_de_hoje}}`; other text in braces stays as written. */
const systemPrompt = mini.string({ error: 'System prompt is required' }).check(
  mini.overwrite((text) => text.replace(/\r\n?/g, '\n')),
  mini.refine((text) => text.trim() !== '', 'System prompt is required'),
  mini.maxLength(systemPromptLength, tooLong('O texto das instruções', systemPromptLength)),
  mini.refine(hasNoNul, NUL_TEXT),
)
/** Null, an https address that is fetched once, an own upload, or a portrait bundled with the project. */
const photoUrl = mini.nullable(
  mini
    .string({ error: 'Invalid photo URL' })
    .check(
      mini.trim(),
      mini.maxLength(photoUrlLength, 'Invalid photo URL'),
      mini.refine(isPhotoUrl, 'Invalid photo URL'),
    ),
)
const isDraft = mini.boolean({ error: 'Valor inválido' })
const enableFreePlan = mini.boolean({ error: 'Valor inválido' })
/**
 * The plans that open it besides `enableFreePlan`, which opens it to everybody. Null for every plan with
 * `allAgents`, also future ones.
 */
const planIds = mini.nullable(
  mini
    .array(idWith(PLAN_REFUSED), { error: PLAN_REFUSED })
    .check(mini.maxLength(plansMax, 'Há planos demais'), mini.refine(hasNoRepeats, 'Há um plano repetido')),
)
const labelIds = mini
  .array(idWith('Invalid label ID'), { error: 'Invalid label ID' })
  .check(
    mini.maxLength(labelsPerAgent, `Escolha até ${labelsPerAgent} etiquetas`),
    mini.refine(hasNoRepeats, 'Há uma etiqueta repetida'),
  )
const { collectionsPerAgent } = COLLECTION_LIMITS
/** House collections that it reads. */
const collectionIds = mini
  .array(idWith(COLLECTION_REFUSED), { error: COLLECTION_REFUSED })
  .check(
    mini.maxLength(collectionsPerAgent, `Escolha até ${collectionsPerAgent} coleções`),
    mini.refine(hasNoRepeats, 'Há uma coleção repetida'),
  )
const requiredContext = mini
  .array(RequiredField, { error: 'Campo inválido' })
  .check(
    mini.maxLength(RequiredField.options.length, 'Há um campo repetido'),
    mini.refine(hasNoRepeats, 'Há um campo repetido'),
  )
/** Placeholders such as `{nome}` stay as written; the chat asks for them or fills them from the context. */
const Recommendation = mini.strictObject({
  content: mini
    .string({ error: RECOMMENDATION_EMPTY })
    .check(
      mini.trim(),
      mini.minLength(1, RECOMMENDATION_EMPTY),
      mini.maxLength(recommendationLength, tooLong('A sugestão', recommendationLength)),
      mini.refine(hasNoNul, NUL_TEXT),
    ),
  order: mini.int(ORDER_TEXT).check(mini.gte(0, ORDER_TEXT), mini.lte(2, ORDER_TEXT)),
})
const promptRecommendations = mini.nullable(
  mini.array(Recommendation, { error: 'Sugestões inválidas' }).check(
    mini.maxLength(recommendationsPerAgent, `Um agente tem até ${recommendationsPerAgent} sugestões`),
    mini.refine((items) => hasNoRepeats(items.map(({ order }) => order)), 'Duas sugestões têm a mesma ordem'),
  ),
)
/** A provider's model name. Single separators only, so that it can be part of a URL. */
const MODEL = /^[A-Za-z0-9](?:[\w+-]|[.:/@](?=[A-Za-z0-9]))*$/
/** Null for the installation's default. */
const model = mini.nullable(
  mini
    .string({ error: INVALID_MODEL })
    .check(mini.trim(), mini.maxLength(modelNameLength, INVALID_MODEL), mini.regex(MODEL, INVALID_MODEL)),
)

/** Messages of the month that one of its replies costs. */
const messageWeight = mini
  .int(WEIGHT_TEXT)
  .check(mini.gte(1, WEIGHT_TEXT), mini.lte(LIMITS.messageWeight, WEIGHT_TEXT))

/** Findings of the Revisor's rules stand under its ended replies; they stop none. */
const reviewsReplies = mini.boolean({ error: 'Valor inválido' })
/** The channel whose rules these are. */
const reviewChannel = mini.enum(CHANNELS, 'Escolha onde as respostas vão sair')

/** The fields of an agent, shared by form and calls. */
export const agentFields = {
  name,
  description,
  systemPrompt,
  photoUrl,
  isDraft,
  enableFreePlan,
  planIds,
  labelIds,
  promptRecommendations,
  requiredContext,
  collectionIds,
  model,
  messageWeight,
  reviewsReplies,
  reviewChannel,
}

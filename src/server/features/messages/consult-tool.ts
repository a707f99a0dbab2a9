import { z } from 'zod'
import { fitPassages, passagesBlock } from '../../ai/citations/given-passages.ts'
import { type Tool, ToolError } from '../../ai/tools/tool.ts'
import { normalizeText } from '../../db/search/search-words.ts'
import type { ReadScope } from '../collections/readable.queries.ts'
import type { ReplyPassages } from './reply-passages.ts'

const TIMEOUT_MS = 5_000
const QUERY_LENGTH = 300
const NAME_LENGTH = 200

const UNKNOWN_TEXT = 'Não há uma coleção com este nome para ler. Procure de novo sem dizer a coleção.'
const FULL_TEXT = 'Esta resposta já recebeu trechos demais. Escreva com os que há.'

/** Once for all replies: its JSON Schema is kept by the object. */
const ConsultInput = z.object({
  query: z.string().min(1).max(QUERY_LENGTH).describe('as palavras a procurar'),
  collection: z
    .string()
    .max(NAME_LENGTH)
    .nullish()
    .describe('o nome de uma coleção, só quando a pessoa a nomeou'),
})
type ConsultInput = z.infer<typeof ConsultInput>

/** Looks further passages up; they are cited by the numbers after those that the reply has. */
export const consultTool = (passages: ReplyPassages, scope: ReadScope): Tool<ConsultInput> => ({
  name: 'consultar',
  description:
    'Procura trechos no Acervo da pessoa (livros, aulas e páginas que ela guardou). Use quando os trechos que você já tem não respondem. ' +
    'Procure por poucas palavras que estariam no texto, não pela pergunta inteira. ' +
    'Os trechos vêm numerados; cite cada um pelo número, como [9].',
  input: ConsultInput,
  timeoutMs: TIMEOUT_MS,
  labelOf: ({ query }) => query,
  async run({ query, collection }, { signal, tokens }) {
    const { passages: found, outcomeOf } = await passages.search(query, {
      scope: narrow(scope, collection),
      signal,
    })
    const fitted = fitPassages(found, tokens)
    // Without room, no passage may count as given.
    if (found.length > 0 && fitted.length === 0) throw new ToolError(FULL_TEXT)
    const added = await passages.give(fitted)
    if (added === undefined) throw new ToolError(FULL_TEXT)
    return { text: passagesBlock(added, { outcome: outcomeOf(added), isChosen: scope.isChosen }) }
  },
})

/** The scope of one collection by its name, among those that the reply may read. */
function narrow(scope: ReadScope, name: string | null | undefined): ReadScope {
  const wanted = normalizeText(name ?? '').trim()
  if (wanted === '') return scope
  const collections = scope.collections.filter((it) => normalizeText(it.name) === wanted)
  if (collections.length === 0) throw new ToolError(UNKNOWN_TEXT)
  const ownerIds = [...new Set(collections.map(({ ownerId }) => ownerId))]
  return { ...scope, collections, ownerIds, sourceIds: [] }
}

// Measures the search of the Acervo: recall by words and by words and meaning, what its index of vectors loses, its time,
// also beside live streams, and the first token of a reply. Each question that has an answer asks for a text written by hand
// (`acervo/texts`, nine sources); seven sources from templates only fill the corpus up to a thousand passages. Each text
// has two questions: a natural one, for which the goals are, and a reworded one, which avoids its words. Texts, questions
// and the double's vectors have the same authors: the recall says nothing about a real model.
import { eq, inArray } from 'drizzle-orm'
import { pino } from 'pino'
import { createEmbeddings } from '../src/server/ai/embeddings/embeddings.ts'
import { connect } from '../src/server/db/connect.ts'
import {
  passages as passageTable,
  passageVectors,
  sources as sourceTable,
} from '../src/server/db/schema/index.ts'
import { type ReadScope, readScope } from '../src/server/features/collections/readable.queries.ts'
import { retrievePassages } from '../src/server/features/collections/retrieval.queries.ts'
import { ChatClient } from '../src/server/testing/clients/chat-client.ts'
import { startProviderDouble } from '../src/server/testing/doubles/provider/provider-double.ts'
import { newMessage, openAgentId } from '../src/server/testing/factories/conversation.ts'
import { liftQuotas } from '../src/server/testing/factories/quotas.ts'
import { startServerProcess } from '../src/server/testing/processes/server-process.ts'
import { TestClient } from '../src/server/testing/test-client.ts'
import { besideStreams } from './acervo/beside-streams.ts'
import { type Answered, hasWords, makeCorpus } from './acervo/corpus.ts'
import { copyUntil, giveSources } from './acervo/fill.ts'
import { measureIndex } from './acervo/recall.ts'
import { clusteredVectors, randomOf } from './acervo/vectors.ts'
import { figure, type Goal, median, percentile, printGoals, printHeader, printTable } from './lib/report.ts'

const MODEL = 'vetores-do-duble'
const LIMIT = 8
const MANY = 20_000
/** The most that a plan allows. */
const MOST = 100_000
const REPLIES = 25
const STREAMS = 20
/** For the natural questions. */
const GOALS = { hybrid: 0.9, words: 0.75 }
/** At 20,000 passages beside the streams. */
const P99_MS = 100
/** Of exact search. */
const INDEX_RECALL = 0.98
/** Components of a vector of `text-embedding-3-small`. */
const DIMENSION = 1_536
const log = pino({ level: 'silent' })

printHeader('bench/acervo: 240 questions to a corpus of 16 sources, with vectors of the provider double')
const provider = await startProviderDouble(0, 0)
// As many components as the default model: a long text has a hundred directions, which blur in few of them.
provider.setEmbedding({ kind: 'dimension', length: DIMENSION })
const server = await startServerProcess({ OPENAI_BASE_URL: provider.openaiBaseUrl, EMBEDDING_MODEL: MODEL })
const { db, close: closeDatabase } = connect({ connectionString: server.databaseUrl }, log)
try {
  const signUp = async (name: string) => {
    const client = new TestClient(() => server.url, server.url)
    await client.signUp({ name, email: `${name}@exemplo.com.br`, password: 'senha-segura-1' })
    return client
  }
  const ana = await signUp('ana')
  const bia = await signUp('bia')
  await liftQuotas(server.databaseUrl)
  const agentId = await openAgentId(ana)
  const { written, filler, questions } = await makeCorpus()
  const passages = await giveSources(ana, [...written, ...filler])
  const names = written.map(({ name }) => name)
  const idsOfWritten = db
    .select({ id: sourceTable.id })
    .from(sourceTable)
    .where(inArray(sourceTable.name, names))
  const byHand = await db.$count(passageTable, inArray(passageTable.sourceId, idsOfWritten))

  const ai = { openai: { baseUrl: provider.openaiBaseUrl }, embeddingModel: MODEL }
  const embeddings = createEmbeddings(
    { ...ai, firstTokenTimeoutMs: 60_000, stallTimeoutMs: 60_000 },
    { log, onCost: async () => {} },
  )
  // Finds the dimension out.
  await embeddings?.ofQuestion('início', AbortSignal.timeout(5_000))
  const scope = await readScope(db, {
    ...{ userId: ana.userId, house: { agentId }, space: embeddings?.space },
    chosen: { collectionIds: [], sourceIds: [] },
  })
  const search = { hybrid: embeddings, words: undefined }
  type Way = keyof typeof search
  const ask = (way: Way, question: string, within: ReadScope = scope) =>
    retrievePassages(
      { db, embeddings: search[way] },
      { question, scope: within, limit: LIMIT, signal: AbortSignal.timeout(10_000) },
    )

  const foundBy = async (way: Way, asked: readonly Answered[]) => {
    const right: Answered[] = []
    for (const each of asked) {
      const found = await ask(way, each.question)
      if (found.some(({ text }) => hasWords(text, each.answer.words))) right.push(each)
    }
    return right
  }
  const given = async (way: Way) => {
    const counts: number[] = []
    for (const { question } of questions.unanswered) counts.push((await ask(way, question)).length)
    return median(counts)
  }
  const timed = [...questions.natural, ...questions.unanswered]
  const times = async (way: Way) => {
    const waits: number[] = []
    for (const { question } of timed) {
      const start = performance.now()
      await ask(way, question)
      waits.push(performance.now() - start)
    }
    return waits
  }
  // Before the copies, most of which a reply takes for one.
  const askAll = async (asked: readonly Answered[]) => ({
    asked,
    found: { hybrid: await foundBy('hybrid', asked), words: await foundBy('words', asked) },
  })
  const natural = await askAll(questions.natural)
  const reworded = await askAll(questions.reworded)
  const unanswered = { hybrid: await given('hybrid'), words: await given('words') }
  const few = { hybrid: await times('hybrid'), words: await times('words') }

  const firstTokens = async (client: TestClient) => {
    const waits: number[] = []
    for (let sent = 0; sent < REPLIES; sent += 1) {
      const talk = await ChatClient.open(client, agentId)
      const start = performance.now()
      const message = newMessage(timed[sent]?.question)
      const stream = await client.open('POST', `/chats/${talk.chatId}/messages`, message)
      while ((await stream.next())?.event !== 'token') {
        // Before the first text there may be steps of tools.
      }
      waits.push(performance.now() - start)
      await stream.rest()
    }
    return waits
  }
  // The first round warms up.
  await firstTokens(bia)
  const reply = { with: await firstTokens(ana), without: await firstTokens(bia) }

  await copyUntil(db, { userId: ana.userId, passages: MANY })
  await times('hybrid')
  const many = { hybrid: await times('hybrid'), words: await times('words') }
  const streaming = { client: bia, url: server.url, agentId, count: STREAMS }
  const beside = await besideStreams(db, streaming, async () => {
    const rounds = [await times('hybrid'), await times('hybrid')]
    return rounds.flat()
  })
  await copyUntil(db, { userId: ana.userId, passages: MOST })
  await times('hybrid')
  const most = { hybrid: await times('hybrid'), words: await times('words') }
  const stored = await db.$count(passageVectors)

  /** Vectors of the double for texts of its own words: each joins the halves of two passages. */
  const doubleSpread = async () => {
    const rows = await db
      .selectDistinct({ text: passageTable.text })
      .from(passageTable)
      .where(eq(passageTable.ownerId, ana.userId))
    const texts = rows.map(({ text }) => text).toSorted()
    const random = randomOf(3)
    const half = (end: 0 | 1) => {
      const text = texts[Math.floor(random() * texts.length)] ?? ''
      const middle = text.indexOf(' ', text.length / 2)
      return end === 0 ? text.slice(0, middle) : text.slice(middle)
    }
    const vectors: Float32Array[] = []
    while (vectors.length < MANY) {
      const some = Array.from({ length: embeddings?.textsPerCall ?? 0 }, () => half(0) + half(1))
      vectors.push(...((await embeddings?.ofPassages(some, AbortSignal.timeout(10_000))) ?? []))
    }
    const asked: Float32Array[] = []
    for (const { question } of timed) {
      const vector = await embeddings?.ofQuestion(question, AbortSignal.timeout(5_000))
      if (vector) asked.push(vector)
    }
    return { vectors: vectors.slice(0, MANY), questions: asked }
  }
  const clustered = (clusters: number, radius: readonly [number, number]) => async () =>
    clusteredVectors({ seed: clusters, dimension: DIMENSION, count: MANY, clusters, radius, questions: 100 })
  const spreads = [
    { name: `${DIMENSION} components, 100 clusters, uneven`, make: clustered(100, [0.5, 1.1]) },
    {
      name: `${DIMENSION} components, 40 clusters, all as far from their centre`,
      make: clustered(40, [0.8, 0.8]),
    },
    { name: `of the double, ${DIMENSION} components`, make: doubleSpread },
  ]
  const indexed: { name: string; recall: number; waits: number[] }[] = []
  for (const [place, { name, make }] of spreads.entries()) {
    const { userId: ownerId } = await signUp(`vetores-${place}`)
    const space = `bench/${place}`
    indexed.push({ name, ...(await measureIndex(db, { ownerId, space, ...(await make()), limit: LIMIT })) })
  }

  const row = (what: string, waits: number[]) => ({
    what,
    'p50 ms': figure(median(waits)),
    'p99 ms': figure(percentile(waits, 99)),
  })
  printTable([
    row(`words and meaning, ${passages} passages`, few.hybrid),
    row(`words, ${passages} passages`, few.words),
    row(`words and meaning, ${MANY} passages`, many.hybrid),
    row(`words, ${MANY} passages`, many.words),
    row(`words and meaning, ${MANY} passages, beside ${STREAMS} streams`, beside.measured),
    row(`words and meaning, ${stored} passages`, most.hybrid),
    row(`words, ${stored} passages`, most.words),
    row('first token with sources', reply.with),
    row('first token without sources', reply.without),
    ...indexed.map(({ name, waits }) => row(`nearest of ${MANY} vectors, ${name}`, waits)),
  ])
  const recall = ({ asked, found }: typeof natural, way: Way) => found[way].length / asked.length
  printTable(
    Object.entries({ natural, reworded }).map(([set, results]) => ({
      set,
      questions: results.asked.length,
      [`recall@${LIMIT} by words`]: figure(recall(results, 'words'), 3),
      'by words and meaning': figure(recall(results, 'hybrid'), 3),
    })),
  )
  const countOf = (asked: readonly Answered[], name: string) =>
    asked.filter(({ answer }) => answer.source === name).length
  printTable(
    names.map((name) => ({
      source: name,
      'natural questions': countOf(natural.asked, name),
      'found by words': countOf(natural.found.words, name),
      'by words and meaning': countOf(natural.found.hybrid, name),
    })),
  )
  console.log(`Of ${passages} passages, ${byHand} are written by hand.`)
  console.log(
    `Passages for a question without an answer (median): ${unanswered.hybrid}, by words ${unanswered.words}.\n`,
  )
  if (beside.lost > 0) console.log(`${beside.lost} of ${STREAMS} streams had ended before the measurement.\n`)
  const slowest = percentile(beside.measured, 99)
  const goals: Goal[] = [
    ...(['hybrid', 'words'] as const).map((way) => ({
      what: `recall@${LIMIT} of ${natural.asked.length} natural questions, ${way}`,
      measured: figure(recall(natural, way), 3),
      goal: `≥ ${GOALS[way]}`,
      isMet: recall(natural, way) >= GOALS[way],
    })),
    {
      what: `p99 at ${MANY} passages beside ${STREAMS} streams, ms (without them: ${figure(percentile(many.hybrid, 99))})`,
      measured: `${figure(slowest)}, ratio ${figure(slowest / percentile(many.hybrid, 99), 2)}`,
      goal: `< ${P99_MS}`,
      isMet: slowest < P99_MS && beside.lost === 0,
    },
    ...indexed.map(({ name, recall: kept }) => ({
      what: `recall@${LIMIT} of codes and bytes, of exact search over ${MANY} vectors, ${name}`,
      measured: figure(kept, 3),
      goal: `≥ ${INDEX_RECALL}`,
      isMet: kept >= INDEX_RECALL,
    })),
  ]
  printGoals(goals)
} finally {
  await closeDatabase()
  await server.close()
  await provider.close()
}

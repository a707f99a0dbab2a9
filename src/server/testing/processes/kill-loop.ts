import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '#shared/contract/messages.ts'
import { ReplyReader } from '../clients/reply-reader.ts'
import { openAgentId, openChat } from '../factories/conversation.ts'
import { liftQuotas } from '../factories/quotas.ts'
import { TestClient } from '../test-client.ts'
import { type Fault, type Random, randomOf } from './kill-faults.ts'
import {
  acknowledged,
  countOrphans,
  judge,
  type KillFigures,
  newFigures,
  readRunning,
  type Sent,
  storedIn,
} from './kill-ledger.ts'
import type { ServerProcess } from './server-process.ts'

/** I3: every reply is written again, or has ended, this long after its writer died. */
export const RECOVERED_WITHIN_MS = 30_000
/** Replies whose texts do not grow for this long will not end. */
const STUCK_MS = 30_000
/** The longest time that streams run before the fault. */
const LONGEST_WAIT_MS = 1_500
/** Concurrent sends start up to this long before or after the fault. */
const MEETING_MS = 80
const TOKEN_DELAY_MS = 10

export type KillLoop = {
  server: ServerProcess
  /** Another instance on the same database, which takes over when a round's writer dies; they alternate. */
  other?: ServerProcess
  blow: Fault
  rounds: number
  /** Live replies during the fault; a fifth as many sends happen at the same time. */
  streams: number
  seed: number
  /** No round starts after this time. */
  limitMs?: number
}

type Person = { server: ServerProcess; client: TestClient }

/**
 * Injects a fault in every round, under live streams and sends, and compares what the server acknowledged and
 * showed with what is stored. Rejects only if it could not measure.
 */
export async function runKillLoop(loop: KillLoop): Promise<KillFigures> {
  const { server, other = server, rounds, seed, limitMs = Number.POSITIVE_INFINITY } = loop
  const random = randomOf(seed)
  const figures = newFigures()
  const account = { name: 'Ana', email: `${randomUUID()}@exemplo.com.br`, password: 'senha-segura-1' }
  const people = [server, other].map(
    (it): Person => ({
      server: it,
      client: new TestClient(() => it.url, it.url),
    }),
  )
  for (const [index, { client }] of people.entries()) {
    await (index === 0 ? client.signUp(account) : client.signIn(account))
  }
  await liftQuotas(server.databaseUrl)
  const deadline = Date.now() + limitMs
  let earlier: string[] = []
  while (figures.rounds < rounds && Date.now() < deadline) {
    const [writer, survivor] = figures.rounds % 2 === 0 ? people : people.toReversed()
    if (!writer || !survivor) break
    earlier = await playRound({ ...loop, writer, survivor, random, earlier, figures })
    figures.rounds += 1
    if (survivor !== writer && other !== server) await writer.server.start()
  }
  return figures
}

type Round = KillLoop & {
  writer: Person
  survivor: Person
  random: Random
  /** Chats whose reply was cut in the round before; none may be stuck. */
  earlier: string[]
  figures: KillFigures
}

/** Returns chats that the next round sends to again. */
async function playRound(round: Round): Promise<string[]> {
  const { writer, survivor, blow, random, streams, figures } = round
  const live = (await openChats(writer, streams)).map((chatId) =>
    newSent(chatId, blow.tokens(random), TOKEN_DELAY_MS),
  )
  const again = Math.ceil(streams / 5)
  const toMeet = round.earlier.length > 0 ? round.earlier : await openChats(writer, again)
  await Promise.all(live.map((sent) => speaking(writer, sent)))
  const following = writer.server === survivor.server ? [] : live.slice(0, again)
  for (const sent of following) sent.followers.push(follow(survivor, sent))

  const moment = random() * LONGEST_WAIT_MS
  const meeting = toMeet.map(async (chatId) => {
    const sent = newSent(chatId, 20, TOKEN_DELAY_MS / 2)
    await sleep(Math.max(0, moment + (2 * random() - 1) * MEETING_MS))
    await send(writer, sent).answered
    return sent
  })
  await sleep(moment)
  const diedAt = performance.now()
  figures.problems.push(...(await blow.strike(writer.server, random)))
  const restartedAt = performance.now()
  const met = await Promise.all(meeting)
  figures.refusals.push(...live.flatMap(({ tries }) => tries.slice(0, -1)).map(said))
  await Promise.all(met.map((sent) => sendUntilAcknowledged(survivor, sent)))
  const sent = [...live, ...met]
  await judgeRound(round, sent, { diedAt, restartedAt })
  return live.slice(0, again).map(({ chatId }) => chatId)
}

async function judgeRound(
  { blow, survivor, figures }: Round,
  sent: Sent[],
  { diedAt, restartedAt }: { diedAt: number; restartedAt: number },
): Promise<void> {
  const { databaseUrl } = survivor.server
  const chatIds = sent.map(({ chatId }) => chatId)
  while ((await countOrphans(databaseUrl, chatIds)) > 0) {
    if (performance.now() - restartedAt > RECOVERED_WITHIN_MS) break
    await sleep(20)
  }
  const { longestWait } = figures
  longestWait.afterDeath = Math.max(longestWait.afterDeath, performance.now() - diedAt)
  longestWait.afterRestart = Math.max(longestWait.afterRestart, performance.now() - restartedAt)
  await untilEnded(databaseUrl, chatIds)
  const readers = sent.flatMap(({ tries, followers }) => [...tries, ...followers])
  // A reader that gets no end would wait forever.
  await Promise.race([Promise.all(readers.map(({ closed }) => closed)), sleep(5_000)])
  const stored = await storedIn(databaseUrl, chatIds)
  judge(figures, sent, stored, { ...blow, diedAt })
  for (const reader of readers) reader.leave()
  await Promise.all(
    chatIds.map(async (chatId) => {
      const seen = (await listOf(survivor, chatId)).map(({ id }) => id)
      const ids = stored.get(chatId)?.map(({ id }) => id)
      if (String(seen) !== String(ids)) figures.problems.push(`chat ${chatId} is shown otherwise than stored`)
    }),
  )
}

/** Waits while replies run and grow, however busy the machine is. */
async function untilEnded(databaseUrl: string, chatIds: string[]): Promise<void> {
  let grownAt = performance.now()
  let known = 0
  while (performance.now() - grownAt < STUCK_MS) {
    const { count, length } = await readRunning(databaseUrl, chatIds)
    if (count === 0) return
    if (length !== known) grownAt = performance.now()
    known = length
    await sleep(100)
  }
}

/** The messages of a chat; an instance that takes over much at once may answer 503 first. */
async function listOf({ client }: Person, chatId: string): Promise<Message[]> {
  for (const deadline = performance.now() + RECOVERED_WITHIN_MS; ; await sleep(200)) {
    const { status, data } = await client.get<Message[]>(`/chats/${chatId}/messages`)
    if (status === 200) return data
    if (performance.now() > deadline) throw new Error(`the messages of a chat: ${status}`)
  }
}

async function openChats({ client }: Person, count: number): Promise<string[]> {
  const agentId = await openAgentId(client)
  return Promise.all(Array.from({ length: count }, () => openChat(client, agentId)))
}

function newSent(chatId: string, tokens: number, delay: number): Sent {
  const id = randomUUID()
  // Unique text, so that a second copy is noticed.
  return {
    chatId,
    id,
    content: `${id} [[tokens=${tokens} delay=${delay} exact=1]]`,
    tries: [],
    followers: [],
  }
}

const headersOf = ({ server, client }: Person) => ({ origin: server.url, cookie: client.cookie })

function send(person: Person, sent: Sent): ReplyReader {
  const { id, content, chatId, tries } = sent
  const url = `${person.server.url}/api/v1/chats/${chatId}/messages`
  const reader = new ReplyReader(url, headersOf(person), { id, content })
  tries.push(reader)
  return reader
}

const follow = (person: Person, { chatId }: Sent) =>
  new ReplyReader(`${person.server.url}/api/v1/chats/${chatId}/stream`, headersOf(person))

const said = ({ status, refusal }: ReplyReader) => `${status || 'no answer'} ${refusal}`.trim()

/** Repeats a send like the page: the same message and id until the server accepts it. */
async function sendUntilAcknowledged(person: Person, sent: Sent): Promise<void> {
  const deadline = performance.now() + RECOVERED_WITHIN_MS
  for (let wait = 0; !acknowledged(sent); wait = 100) {
    if (performance.now() > deadline) throw new Error(`never acknowledged: ${sent.tries.slice(-1).map(said)}`)
    await sleep(wait)
    await send(person, sent).answered
  }
}

/** Sends, and waits for the first words of the reply. */
async function speaking(person: Person, sent: Sent): Promise<void> {
  await sendUntilAcknowledged(person, sent)
  await acknowledged(sent)?.spoke
}

import { and, asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { messages } from '../../db/schema/index.ts'
import { openChat } from '../factories/conversation.ts'
import type { SecondInstance } from '../processes/second-instance.ts'
import type { TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'
import { ChatTree } from './chat-tree.ts'
import { Follower } from './reply-follower.ts'

export type Where = 'here' | 'there'

/** Directives for the provider, and the possible ends of a reply without interference. */
export const BEHAVIOURS: Record<string, RegExp> = {
  '[[tokens=6 delay=2]]': /^done$/,
  '[[tokens=60 delay=10]]': /^done$/,
  '[[stall@3]]': /^never$/,
  '[[silent]]': /^never$/,
  '[[cut@3 delay=5]]': /^interrupted upstream_cut$/,
  '[[fin@2 delay=5]]': /^interrupted upstream_cut$/,
  '[[end@2 delay=5]]': /^interrupted upstream_cut$/,
  '[[error@3 delay=5]]': /^interrupted upstream_cut$/,
  '[[malformed@2 delay=5]]': /^done$/,
  '[[length@3 delay=5]]': /^done$/,
  '[[filter@3 delay=5]]': /^done$/,
  '[[empty]]': /^error empty$/,
  '[[status=401]]': /^error provider_auth$/,
}
/** Ends that a stop, restart or crash may always cause. */
const INTERFERENCE = /^(stopped|interrupted server_stopped)$/

export type ModelReply = {
  id: string
  directive: string
  followers: Follower[]
  writer: Where
  /** It was continued, which the provider does to the end unless directed otherwise. */
  isContinued: boolean
  /** Readers of its earlier end. */
  earlier: Follower[]
  /** The saved text when its writer crashed, from which another one continued; more may have been shown. */
  saved: string | undefined
  /** How often it may have been taken over. */
  takeovers: number
}

/** The expected state of a chat: acknowledged messages in order, and whether a reply runs. */
export class ChatModel {
  readonly id: string
  readonly sent: { id: string; content: string; replies: ModelReply[] }[] = []
  readonly tree = new ChatTree()
  /** The newest reply, running or finished. */
  newest: ModelReply | undefined
  isRunning: 'yes' | 'no' | 'maybe' = 'no'

  constructor(id: string) {
    this.id = id
  }

  get replies(): ModelReply[] {
    return this.sent.flatMap(({ replies }) => replies)
  }

  /** Records an acknowledged message after this parent. */
  said(message: { id: string; content: string }, parentId: string | null): void {
    this.sent.push({ ...message, replies: [] })
    this.tree.add(message.id, parentId, 'human')
  }

  /** Records an acknowledged reply to a message; for a known reply, one more reader. */
  began(response: Response, { to, at, directive }: { to: string; at: Where; directive: string }): void {
    const follower = new Follower(response)
    const reply: ModelReply = {
      id: follower.messageId,
      directive,
      followers: [follower],
      writer: at,
      isContinued: false,
      earlier: [],
      saved: undefined,
      takeovers: 0,
    }
    this.sent.find(({ id }) => id === to)?.replies.push(reply)
    this.tree.add(reply.id, to, 'ai')
    this.newest = reply
    this.isRunning = BEHAVIOURS[directive]?.test('never') ? 'yes' : 'maybe'
  }

  /** Records that a reply is continued in place. */
  wentOn(reply: ModelReply, response: Response, at: Where): void {
    reply.earlier.push(...reply.followers)
    Object.assign(reply, { followers: [new Follower(response)], isContinued: true, writer: at })
    this.newest = reply
    this.isRunning = 'maybe'
  }

  /** Records a call's result: `isRunning` as far as it shows. */
  found(isRunning: boolean): void {
    expect(this.isRunning).not.toBe(isRunning ? 'no' : 'yes')
    if (!isRunning) this.isRunning = 'no'
  }
}

/** Two instances and some chats of one user. */
export class World {
  readonly app: TestApp
  readonly chats: ChatModel[] = []
  hasRestarted = false
  readonly #second: SecondInstance
  readonly #person: TestClient

  constructor(app: TestApp, second: SecondInstance, person: TestClient) {
    this.app = app
    this.#second = second
    this.#person = person
  }

  /** The same instances with new, empty chats. */
  async renew(agentId: string, count: number): Promise<World> {
    const world = new World(this.app, this.#second, this.#person)
    const ids = await Promise.all(Array.from({ length: count }, () => openChat(this.#person, agentId)))
    world.chats.push(...ids.map((id) => new ChatModel(id)))
    return world
  }

  client(where: Where): TestClient {
    return where === 'here' ? this.#person : this.#second.as(this.#person)
  }

  /** Ends running replies, and compares everything acknowledged, shown and requested with the stored rows. */
  async judge(): Promise<void> {
    await Promise.all(
      this.chats.map(async (chat) => {
        await this.client(chat.newest?.writer ?? 'here').post(`/chats/${chat.id}/stop`)
        await this.#judgeChat(chat)
      }),
    )
  }

  async #judgeChat({ id, sent, replies, tree }: ChatModel): Promise<void> {
    await Promise.all(replies.flatMap(({ followers }) => followers.map(({ closed }) => closed)))
    const { db } = this.app.server.deps
    const running = and(eq(messages.chatId, id), eq(messages.status, 'running'))
    await expect.poll(() => db.$count(messages, running), { timeout: 30_000 }).toBe(0)
    const rows = await db.select().from(messages).where(eq(messages.chatId, id)).orderBy(asc(messages.seq))
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
    const humans = rows.filter(({ sender }) => sender === 'human')
    expect(humans.map((row) => ({ id: row.id, content: row.content }))).toEqual(
      sent.map((message) => ({ id: message.id, content: message.content })),
    )
    expect(
      rows.map((row) => ({
        ...{ id: row.id, parentId: row.parentId, sender: row.sender },
        isRemoved: row.deletedAt !== null,
      })),
    ).toEqual(tree.nodes)
    const stored = new Map(rows.map((row) => [row.id, row]))
    for (const reply of replies) this.#judgeReply(reply, stored.get(reply.id))
    for (const { content, replies: tries } of sent) {
      const calls = this.app.provider.requests.filter(({ body }) => lastWords(body).endsWith(content)).length
      // A reply without text is written again from the beginning.
      const takeovers = tries.reduce((total, it) => total + it.takeovers, 0)
      expect(calls).toBeLessThanOrEqual(tries.length + takeovers)
      expect(calls).toBeGreaterThanOrEqual(tries.filter((it) => stored.get(it.id)?.status === 'done').length)
    }
  }

  #judgeReply(reply: ModelReply, row: typeof messages.$inferSelect | undefined): void {
    if (!row) throw new Error('no such reply')
    const end = [row.status, row.errorCode].filter(Boolean).join(' ')
    // Asked to continue a reply, the provider writes it to the end.
    const isDoneElsewhere = reply.takeovers > 0 && end === 'done'
    if (!INTERFERENCE.test(end) && !isDoneElsewhere) expect(end).toMatch(endsOf(reply))
    const { saved } = reply
    if (saved !== undefined) expect(row.content.slice(0, saved.length)).toBe(saved)
    for (const { text, problems } of [...reply.earlier, ...reply.followers]) {
      if (!this.#isCut(reply, problems)) expect(problems).toEqual([])
      const known = text.slice(0, saved?.length)
      expect(known).toBe(row.content.slice(0, known.length))
    }
    for (const { text, status } of reply.followers) {
      if (status !== undefined) expect(status).toBe(row.errorCode ?? row.status)
      if (status !== undefined && saved === undefined) expect(text).toBe(row.content)
    }
  }

  /**
   * A server that stops closes all streams; a takeover those of the reply, and so may a continuation on another
   * instance.
   */
  #isCut({ takeovers, isContinued }: ModelReply, problems: string[]): boolean {
    return (
      (this.hasRestarted || takeovers > 0 || isContinued) &&
      problems.join() === 'closed without a terminal event'
    )
  }
}

/** The possible ends without interference; a continued reply is written to the end. */
const endsOf = ({ directive, isContinued }: ModelReply): RegExp =>
  isContinued ? /^done$/ : (BEHAVIOURS[directive] ?? /^$/)

/** The user's last message; unanswered messages precede it in the same turn. */
const lastWords = (body: unknown): string => Object(body).messages.at(-1).content

import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import type { Message, StopResult } from '#shared/contract/messages.ts'
import { messages } from '../../db/schema/index.ts'
import { messagesOf, newMessage } from '../factories/conversation.ts'
import type { Reply } from '../test-client.ts'
import { BEHAVIOURS, type ChatModel, type Where, type World } from './chat-model.ts'
import { Follower } from './reply-follower.ts'

type Command = fc.AsyncCommand<World, object>
/**
 * The effect of a command on one chat; `part` is the share of the shown text that a reader claims to have.
 */
type Step = { chat: number; where: Where; directive: string; part: number }
type Act = (world: World, chat: ChatModel, step: Step) => Promise<void>

const pathOf = (chat: ChatModel) => `/api/v1/chats/${chat.id}/messages`

/** Asserts that a request is accepted while no reply runs, and refused while one does. */
async function begin(chat: ChatModel, response: Response, taken: () => void): Promise<void> {
  if (response.status === 200) {
    expect(chat.isRunning).not.toBe('yes')
    taken()
    return
  }
  expect(response.status).toBe(409)
  expect(chat.isRunning).not.toBe('no')
  await response.body?.cancel()
}

/** The same for requests that return the active branch. */
async function change(
  chat: ChatModel,
  { status, data }: Reply<Message[]>,
  changed: () => void,
): Promise<void> {
  if (status !== 200) {
    expect([status, chat.isRunning]).not.toEqual([status, 'no'])
    expect(status).toBe(409)
    return
  }
  chat.found(false)
  changed()
  expectBranch(chat, data)
}

function expectBranch({ tree }: ChatModel, list: Message[]): void {
  expect(list.map(({ id, siblingIds }) => [id, siblingIds])).toEqual(
    tree.branch.map((node) => [node.id, tree.versionsOf(node)]),
  )
}

/** The element at this relative position. */
const pick = <T>(list: T[], part: number): T | undefined => list[Math.floor(part * (list.length - 1))]

const ACTS: Record<string, Act> = {
  async send(world, chat, { where, directive }) {
    // The words are unique to this message, so that the provider's requests can be told apart.
    const message = newMessage(`${uuidv7()} ${directive}`)
    const parentId = chat.tree.branch.at(-1)?.id ?? null
    const response = await world.client(where).fetch('POST', pathOf(chat), message)
    await begin(chat, response, () => {
      chat.said(message, parentId)
      chat.began(response, { to: message.id, at: where, directive })
    })
  },

  async edit(world, chat, { where, directive, part }) {
    const mine = chat.tree.branch.filter(({ sender }) => sender === 'human')
    const old = pick(mine, part)
    if (!old) return
    const message = newMessage(`${uuidv7()} ${directive}`)
    const sent = { ...message, replacesId: old.id }
    const response = await world.client(where).fetch('POST', pathOf(chat), sent)
    await begin(chat, response, () => {
      chat.said(message, old.parentId)
      chat.began(response, { to: message.id, at: where, directive })
    })
  },

  async choose(world, chat, { where, part }) {
    const node = pick(chat.tree.left, part)
    if (!node) return
    const path = `/api/v1/chats/${chat.id}/branch`
    const reply = await world.client(where).call<Message[]>('PUT', path, { messageId: node.id })
    await change(chat, reply, () => chat.tree.choose(node))
  },

  async remove(world, chat, { where, part }) {
    // Mostly near the end, so that some messages remain.
    const node = pick(chat.tree.left, 1 - part ** 3)
    if (!node) return
    const reply = await world.client(where).call<Message[]>('DELETE', `${pathOf(chat)}/${node.id}`)
    await change(chat, reply, () => chat.tree.remove(node))
  },

  async continue(world, chat, { where }) {
    const end = chat.tree.branch.at(-1)
    const reply = chat.replies.find(({ id }) => id === end?.id)
    // A crashed writer's readers may have seen text beyond the saved text that the reply continues from.
    if (!reply || reply.saved !== undefined) return
    const response = await world.client(where).fetch('POST', `${pathOf(chat)}/${reply.id}/continue`)
    if (response.status === 200) {
      expect(chat.isRunning).not.toBe('yes')
      chat.wentOn(reply, response, where)
      return
    }
    // Refused because it runs, or is complete.
    expect(response.status).toBe(409)
    await response.body?.cancel()
  },

  async sendAgain(world, chat, { where }) {
    const message = chat.sent.at(-1)
    if (!message) return
    const { id, content } = message
    const left = new Set(chat.tree.left.map((node) => node.id))
    const reply = message.replies.findLast((it) => left.has(it.id))
    const response = await world.client(where).fetch('POST', pathOf(chat), { id, content })
    expect(response.status).toBe(reply ? 200 : 409)
    if (!reply) return void (await response.body?.cancel())
    const follower = new Follower(response)
    expect(follower.messageId).toBe(reply.id)
    reply.followers.push(follower)
  },

  async regenerate(world, chat, { where }) {
    const replies = chat.tree.branch.filter(({ sender }) => sender === 'ai')
    const old = replies.at(-1)
    const to = old?.parentId
    if (!old || !to) return
    const directive = chat.replies.find(({ id }) => id === old.id)?.directive ?? ''
    const response = await world.client(where).fetch('POST', `${pathOf(chat)}/${old.id}/regenerate`)
    await begin(chat, response, () => chat.began(response, { to, at: where, directive }))
  },

  async stop(world, chat, { where }) {
    const { data } = await world.client(where).post<StopResult>(`/chats/${chat.id}/stop`)
    // A crashed writer's reply is taken over when the reaper finds it, before or after this call.
    if (chat.newest?.saved !== undefined) return
    chat.found(data.stopped)
    chat.isRunning = 'no'
  },

  async reload(world, chat, { where }) {
    const list = await messagesOf(world.client(where), chat.id)
    expectBranch(chat, list)
    chat.found(list.some(({ status }) => status === 'running'))
    await ACTS.reconnect?.(world, chat, { chat: 0, where, directive: '', part: 0 })
  },

  async reconnect(world, chat, { where, part }) {
    const reply = chat.newest
    const shown = reply?.followers.map(({ text }) => text).sort((a, b) => b.length - a.length)[0] ?? ''
    // The page compares `X-Reply-Attempt`, and drops text that was shown but not saved.
    const seen = shown.slice(0, Math.floor(part * shown.length)).slice(0, reply?.saved?.length)
    const follower = await Follower.open(world.client(where), chat.id, seen)
    chat.found(follower !== undefined)
    if (!follower) return
    expect(follower.messageId).toBe(reply?.id)
    reply?.followers.push(follower)
  },

  async leave(_world, chat, { part }) {
    const followers = chat.newest?.followers ?? []
    await followers[Math.floor(part * (followers.length - 1))]?.leave()
  },

  async wait(_world, _chat, { part }) {
    await sleep(part * 200)
  },

  /** Restarts the server, as in a deployment. */
  async restart(world) {
    await world.app.restart()
    world.hasRestarted = true
    for (const chat of world.chats) {
      if (!chat.newest || chat.isRunning === 'no') continue
      chat.newest.takeovers += 1
      chat.isRunning = 'maybe'
    }
  },

  /** Simulates the death of this chat's writer: the lease belongs to an instance that does not exist. */
  async die(world, chat) {
    const { db } = world.app.server.deps
    const dead = await db
      .update(messages)
      .set({ leaseOwner: uuidv7(), leaseUntil: sql`now() - interval '1 second'` })
      .where(and(eq(messages.chatId, chat.id), eq(messages.status, 'running')))
      .returning({ content: messages.content })
    chat.found(dead.length > 0)
    const [row] = dead
    if (!chat.newest || !row) return
    chat.newest.saved ??= row.content
    chat.newest.takeovers += 1
    chat.isRunning = 'maybe'
  },
}

const WEIGHTS: Record<string, number> = {
  send: 8,
  stop: 4,
  reload: 4,
  reconnect: 6,
  regenerate: 3,
  sendAgain: 2,
  edit: 3,
  choose: 2,
  continue: 4,
}

class ChatCommand implements Command {
  readonly #name: string
  readonly #step: Step

  constructor(name: string, step: Step) {
    this.#name = name
    this.#step = step
  }

  check = () => true

  async run(world: World): Promise<void> {
    const chat = world.chats[this.#step.chat]
    if (chat) await ACTS[this.#name]?.(world, chat, this.#step)
  }

  toString(): string {
    const { chat, where, directive, part } = this.#step
    const detail = this.#name === 'send' ? directive : part.toFixed(2)
    return `${this.#name}(${chat} ${where} ${detail})`
  }
}

/**
 * Random schedules over this many chats: send, stop, reload, reconnect, provider faults, restarts, crashes.
 */
export const chatCommands = (chats: number, maxCommands: number) => {
  const step = fc.record<Step>({
    chat: fc.nat({ max: chats - 1 }),
    where: fc.constantFrom<Where[]>('here', 'there'),
    directive: fc.oneof(
      fc.constantFrom(...Object.keys(BEHAVIOURS)),
      // Long replies, because most faults need a running reply.
      fc.constantFrom('[[tokens=60 delay=10]]', '[[stall@3]]', '[[silent]]'),
    ),
    part: fc.nat({ max: 20 }).map((twentieths) => twentieths / 20),
  })
  const named = (name: string) => step.map((it): Command => new ChatCommand(name, it))
  const kinds = Object.keys(ACTS).flatMap((name) =>
    Array<fc.Arbitrary<Command>>(WEIGHTS[name] ?? 1).fill(named(name)),
  )
  return fc.commands(kinds, { maxCommands, size: 'max' })
}

import type { ContextItem } from '#client/entities/business/context-items.ts'
import { type ReplyEvent, readReplyEvents } from '#client/entities/chats/reply-events.ts'
import { withStep } from '#client/entities/chats/with-step.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import type { CitedPassage } from '#shared/contract/citations.ts'
import type { ReplyStep } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'

export type TestSetup = {
  name: string
  systemPrompt: string
  model: string | null
  /** House collections of the form, in one order. */
  collectionIds: readonly string[]
  items: readonly ContextItem[]
}

export type TestTurn = {
  id: number
  setup: TestSetup
  question: string
  reply: string
  steps: readonly ReplyStep[]
  /** Known at the end of the reply. */
  citations: readonly CitedPassage[]
  state: 'running' | 'done' | 'stopped' | 'failed'
  problem: string | null
}

export type TestMessage = { sender: 'human' | 'ai'; content: string }

/** Opens the stream of a reply. @throws {ApiError}, or AbortError when `signal` aborts. */
type Ask = (setup: TestSetup, messages: TestMessage[], signal: AbortSignal) => Promise<Response>

const CUT_TEXT = 'A conexão caiu no meio da resposta.'
const NO_TURNS: readonly TestTurn[] = []
const NO_STEPS: readonly ReplyStep[] = []
const NO_CITATIONS: readonly CitedPassage[] = []

/** Limit of the history sent with a question, in UTF-16 code units; bodies of calls are limited. */
const MEMORY = 100_000

export function messagesOf(turns: readonly TestTurn[], question: string): TestMessage[] {
  const answered = turns.filter(({ reply }) => reply.trim() !== '')
  const newest = answered.slice(-Math.floor((LIMITS.testTurns - 1) / 2))
  let room = MEMORY
  const from = newest.findLastIndex((turn) => {
    room -= turn.question.length + turn.reply.length
    return room < 0
  })
  const kept = newest.slice(from + 1)
  return [
    ...kept.flatMap(({ question: content, reply }): TestMessage[] => [
      { sender: 'human', content },
      { sender: 'ai', content: reply.slice(0, LIMITS.testTurnLength) },
    ]),
    { sender: 'human', content: question },
  ]
}

/**
 * A conversation with an unsaved agent, kept in memory. One reply at a time; batches tokens into one notification per
 * animation frame.
 */
export class TestSession {
  readonly #ask: Ask
  readonly #nextFrame: (tell: () => void) => void
  readonly #listeners = new Set<() => void>()
  #turns = NO_TURNS
  #running: AbortController | null = null
  #lastId = 0
  #isTelling = false

  constructor(ask: Ask, nextFrame = (tell: () => void): void => void requestAnimationFrame(tell)) {
    this.#ask = ask
    this.#nextFrame = nextFrame
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getTurns = (): readonly TestTurn[] => this.#turns

  async send(question: string, setup: TestSetup): Promise<void> {
    if (this.#running) return
    this.#lastId += 1
    const before = this.#turns
    const turn = {
      id: this.#lastId,
      setup,
      question,
      reply: '',
      steps: NO_STEPS,
      citations: NO_CITATIONS,
      state: 'running',
      problem: null,
    } as const
    this.#change([...before, turn])
    const controller = new AbortController()
    this.#running = controller
    try {
      const response = await this.#ask(setup, messagesOf(before, question), controller.signal)
      await this.#read(turn.id, response, controller.signal)
    } catch (error) {
      // A stopped or cleared turn has its state already.
      if (!controller.signal.aborted) this.#patch(turn.id, { state: 'failed', problem: errorText(error) })
    } finally {
      if (this.#running === controller) this.#running = null
    }
  }

  async repeat(setup: TestSetup): Promise<void> {
    const last = this.#turns.at(-1)
    if (!last || this.#running) return
    this.#turns = this.#turns.slice(0, -1)
    await this.send(last.question, setup)
  }

  stop(): void {
    const last = this.#turns.at(-1)
    if (!this.#running || !last) return
    this.#abort()
    this.#patch(last.id, { state: 'stopped' })
  }

  clear(): void {
    this.#abort()
    this.#change(NO_TURNS)
  }

  #abort(): void {
    this.#running?.abort()
    this.#running = null
  }

  async #read(id: number, response: Response, signal: AbortSignal): Promise<void> {
    if (response.body) {
      for await (const event of readReplyEvents(response.body, signal, () => undefined)) {
        if (signal.aborted) return
        if (this.#take(id, event)) return
      }
    }
    if (!signal.aborted) this.#patch(id, { state: 'failed', problem: CUT_TEXT })
  }

  #take(id: number, event: ReplyEvent): boolean {
    const turn = this.#turns.find((it) => it.id === id)
    if (event.type === 'tool') {
      this.#patch(id, { steps: withStep(turn?.steps ?? NO_STEPS, event.step) }, true)
      return false
    }
    if (event.type === 'token') {
      this.#patch(id, { reply: (turn?.reply ?? '') + event.token }, true)
      return false
    }
    const citations = event.citations ?? NO_CITATIONS
    if (event.type === 'error') {
      this.#patch(id, { citations, state: 'failed', problem: REPLY_ERROR_TEXT[event.code ?? 'internal'] })
    } else {
      this.#patch(id, { citations, state: event.status === 'stopped' ? 'stopped' : 'done' })
    }
    return true
  }

  #patch(id: number, change: Partial<TestTurn>, isFrequent = false): void {
    const turns = this.#turns.map((turn) => (turn.id === id ? { ...turn, ...change } : turn))
    this.#change(turns, isFrequent)
  }

  #change(turns: readonly TestTurn[], isFrequent = false): void {
    this.#turns = turns
    if (!isFrequent) this.#tell()
    if (!isFrequent || this.#isTelling) return
    this.#isTelling = true
    this.#nextFrame(() => {
      this.#isTelling = false
      this.#tell()
    })
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

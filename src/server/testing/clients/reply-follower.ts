import { ReplyStep } from '#shared/contract/messages.ts'
import { OpenStream, type StreamedEvent, type TestClient } from '../test-client.ts'

/**
 * A reader that checks a stream against the contract: each token continues the text so far, and one terminal
 * event comes last. It reads in the background until the stream ends or breaks, or the test closes it.
 */
export class Follower {
  text: string
  /** The last state of each step. */
  readonly steps: ReplyStep[] = []
  end: StreamedEvent | undefined
  /** Violations of the contract. */
  readonly problems: string[] = []
  /** Resolves when the stream has ended; never rejects. */
  readonly closed: Promise<void>
  readonly messageId: string
  readonly #stream: OpenStream
  #hasLeft = false

  /** `seen` is the text that this reader already has, after which the stream was requested to start. */
  constructor(response: Response, seen = '') {
    if (response.status !== 200) throw new Error(`no stream: ${response.status}`)
    this.text = seen
    this.#stream = new OpenStream(response)
    this.messageId = this.#stream.messageId
    this.closed = this.#read().catch(() => undefined)
  }

  /** Reads the running reply of a chat after `seen`; undefined when none runs. */
  static async open(client: TestClient, chatId: string, seen = ''): Promise<Follower | undefined> {
    const response = await client.fetch(
      'GET',
      `/api/v1/chats/${chatId}/stream`,
      undefined,
      seen === '' ? {} : { 'Last-Event-ID': String(seen.length) },
    )
    return response.status === 204 ? undefined : new Follower(response, seen)
  }

  get status(): unknown {
    return this.end?.event === 'error' ? this.end.data.code : this.end?.data.status
  }

  async leave(): Promise<void> {
    this.#hasLeft = true
    await this.#stream.close().catch(() => undefined)
    await this.closed
  }

  async #read(): Promise<void> {
    for (let event = await this.#stream.next(); event; event = await this.#stream.next()) this.#take(event)
    if (!this.end && !this.#hasLeft) this.problems.push('closed without a terminal event')
  }

  #take({ id, event, data }: StreamedEvent): void {
    if (this.end) this.problems.push(`${event} after the end`)
    if (event === 'tool') {
      this.#takeStep(id, ReplyStep.parse(data))
      return
    }
    if (event !== 'token') {
      this.end = { id, event, data }
      return
    }
    const token = String(data.token)
    const start = id - token.length
    if (start !== this.text.length || token === '')
      this.problems.push(`token ${start} to ${id}, while ${this.text.length} are held`)
    this.text += token
  }

  /** A step stands at the end of the text when it begins, and changes once. */
  #takeStep(id: number, step: ReplyStep): void {
    const index = this.steps.findIndex((it) => it.id === step.id)
    const known = this.steps[index]
    if (id !== this.text.length) this.problems.push(`step with id ${id}, while ${this.text.length} are held`)
    if (!known && step.at !== this.text.length)
      this.problems.push(`step at ${step.at} after ${this.text.length}`)
    if (known && known.status !== 'running') this.problems.push(`step ${step.id} changed after its end`)
    if (known) this.steps[index] = step
    else this.steps.push(step)
  }
}

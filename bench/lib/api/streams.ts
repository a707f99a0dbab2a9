import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from '../stream/readers.ts'
import { ageOf, STAMP_LENGTH, STAMP_MARK } from '../stream/timestamp.ts'

/** Streams that stay open under changing load. */
export class LiveStreams {
  readonly #agent = new Agent({ keepAlive: true })
  #delays: number[] = []
  #failure: Error | undefined

  /** Opens them over a second; resolves once all deliver tokens, and rejects if one does not. */
  static async open(targets: Load['targets']): Promise<LiveStreams> {
    const streams = new LiveStreams()
    const opened: Promise<void>[] = []
    for (const target of targets) {
      opened.push(streams.#read(target))
      await sleep(1_000 / targets.length)
    }
    await Promise.all(opened)
    return streams
  }

  #read({ url, body, headers }: Load['targets'][number]): Promise<void> {
    return new Promise((resolve, reject) => {
      let rest: Buffer = Buffer.alloc(0)
      const fail = (error: Error) => {
        this.#failure ??= error
        reject(error)
      }
      request(url, { method: 'POST', agent: this.#agent, headers: headers ?? {} }, (response) => {
        if (response.statusCode !== 200) fail(new Error(`no stream: ${response.statusCode}`))
        response
          .on('data', (chunk: Buffer) => {
            rest = this.#take(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk)
            resolve()
          })
          .on('end', () => fail(new Error('a stream ended')))
          .on('error', fail)
      })
        .on('error', fail)
        .end(body)
    })
  }

  /** Parses stamps; returns a trailing incomplete one. */
  #take(bytes: Buffer): Buffer {
    let at = bytes.indexOf(STAMP_MARK)
    while (at !== -1 && at + STAMP_LENGTH <= bytes.length) {
      this.#delays.push(ageOf(bytes, at))
      at = bytes.indexOf(STAMP_MARK, at + STAMP_LENGTH)
    }
    return at === -1 ? Buffer.alloc(0) : bytes.subarray(at)
  }

  /** Delays in milliseconds of all tokens during `work`; rejects when a stream has ended. */
  async during(work: Promise<unknown>): Promise<number[]> {
    this.#delays = []
    await work
    if (this.#failure) throw this.#failure
    return this.#delays
  }

  close(): void {
    this.#agent.destroy()
  }
}

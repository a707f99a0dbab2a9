import { setTimeout as sleep } from 'node:timers/promises'
import { ReplyReader } from '../../../src/server/testing/clients/reply-reader.ts'
import { newMessage, openAgentId, openChat } from '../../../src/server/testing/factories/conversation.ts'
import { imageForm } from '../../../src/server/testing/factories/images.ts'
import type { ServerProcess } from '../../../src/server/testing/processes/server-process.ts'
import type { TestClient } from '../../../src/server/testing/test-client.ts'
import { ownAddress, PASSWORD, signUp } from './site.ts'

/** A person may send a hundred attachments a day, so that several take turns. */
const UPLOADERS = 6
const TEXT = Buffer.from('Uma linha de texto.\n'.repeat(500))

export type Deed = 'page' | 'first token' | 'sign-in' | 'upload'
/** Milliseconds of each success, and the number of failures. */
export type Seen = Record<Deed, { times: number[]; errors: number }>

/** Milliseconds between two deeds of a kind. */
const PAUSES: Record<Deed, number> = { page: 100, 'first token': 1_000, 'sign-in': 1_000, upload: 1_500 }

/** An ordinary person: reads pages, sends messages, signs in, and uploads small files, each one after the other. */
export class OrdinaryPerson {
  readonly #server: ServerProcess
  readonly #client: TestClient
  readonly #chatId: string
  readonly #uploaders: TestClient[]
  #turn = 0

  private constructor(server: ServerProcess, client: TestClient, chatId: string, uploaders: TestClient[]) {
    this.#server = server
    this.#client = client
    this.#chatId = chatId
    this.#uploaders = uploaders
  }

  static async join(server: ServerProcess): Promise<OrdinaryPerson> {
    const { client } = await signUp(server)
    const uploaders: TestClient[] = []
    while (uploaders.length < UPLOADERS) uploaders.push((await signUp(server)).client)
    const chatId = await openChat(client, await openAgentId(client))
    return new OrdinaryPerson(server, client, chatId, uploaders)
  }

  /** Acts until `work` ends; returns the waits of that time. */
  async during(work: Promise<unknown>): Promise<Seen> {
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    const seen = {} as Seen
    const acting = (Object.keys(PAUSES) as Deed[]).map(async (deed) => {
      seen[deed] = { times: [], errors: 0 }
      while (!isOver) {
        const ms = await this.#try(deed)
        if (ms === undefined) seen[deed].errors += 1
        else seen[deed].times.push(ms)
        await sleep(PAUSES[deed])
      }
    })
    await Promise.all([over, ...acting])
    return seen
  }

  /** Milliseconds until the answer; undefined when it is a refusal, or there is none. */
  async #try(deed: Deed): Promise<number | undefined> {
    const begun = performance.now()
    const isDone = await this.#deeds[deed]().catch(() => false)
    return isDone === false ? undefined : (isDone === true ? performance.now() : isDone) - begun
  }

  /** Each resolves with its success, or with the time of it. */
  readonly #deeds: Record<Deed, () => Promise<boolean | number>> = {
    page: async () => {
      const paths = ['/chats', `/chats/${this.#chatId}/messages`, '/agents']
      this.#turn += 1
      return (await this.#client.get(paths[this.#turn % paths.length] ?? '')).status === 200
    },
    'first token': async () => {
      const reader = new ReplyReader(
        `${this.#server.url}/api/v1/chats/${this.#chatId}/messages`,
        { origin: this.#server.url, cookie: this.#client.cookie },
        newMessage('Fale. [[tokens=10 delay=5]]'),
      )
      await reader.spoke
      const spokeAt = performance.now()
      await reader.closed
      return reader.text !== '' && spokeAt
    },
    'sign-in': async () => {
      const body = { email: this.#client.email, password: PASSWORD }
      return (await this.#client.call('POST', '/api/auth/sign-in/email', body, ownAddress())).status === 200
    },
    upload: async () => {
      this.#turn += 1
      const uploader = this.#uploaders[this.#turn % UPLOADERS] ?? this.#client
      const form = imageForm(TEXT, 'notas.txt', 'text/plain')
      return (await uploader.call('POST', '/api/v1/attachments', form)).status === 201
    },
  }
}

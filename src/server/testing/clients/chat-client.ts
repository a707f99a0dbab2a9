import type { Message, MessageContext } from '#shared/contract/messages.ts'
import { messagesOf, newMessage, openChat } from '../factories/conversation.ts'
import type { Reply, StreamedEvent, TestClient } from '../test-client.ts'
import { Follower } from './reply-follower.ts'

/** Further fields of a send. */
type More = { replacesId?: string; context?: Partial<MessageContext>; attachmentIds?: string[] }

export type Said = { messageId: string; replyId: string; events: StreamedEvent[] }

/** One chat of a user, with its calls. */
export class ChatClient {
  readonly client: TestClient
  readonly chatId: string

  constructor(client: TestClient, chatId: string) {
    this.client = client
    this.chatId = chatId
  }

  static async open(client: TestClient, agentId: string): Promise<ChatClient> {
    return new ChatClient(client, await openChat(client, agentId))
  }

  /** The same chat, at another instance or as another user. */
  as = (client: TestClient): ChatClient => new ChatClient(client, this.chatId)

  /** Sends, and reads the reply to its end. */
  async say(content?: string, more: More = {}): Promise<Said> {
    const message = newMessage(content)
    const stream = await this.client.open('POST', `/chats/${this.chatId}/messages`, { ...message, ...more })
    return { messageId: message.id, replyId: stream.messageId, events: await stream.rest() }
  }

  /** Sends without reading; returns the raw response. */
  send(content?: string, more: More = {}): Promise<Response> {
    return this.#fetch('POST', '/messages', { ...newMessage(content), ...more })
  }

  /** Sends, and returns a reader of the reply. */
  async begin(content?: string, more: More = {}): Promise<Follower> {
    return new Follower(await this.send(content, more))
  }

  regenerate = async (replyId: string) =>
    new Follower(await this.#fetch('POST', `/messages/${replyId}/regenerate`))

  continue = async (replyId: string) =>
    new Follower(await this.#fetch('POST', `/messages/${replyId}/continue`))

  stop = () => this.#call('POST', '/stop')
  choose = (messageId: string) => this.#call<Message[]>('PUT', '/branch', { messageId })
  remove = (messageId: string) => this.#call<Message[]>('DELETE', `/messages/${messageId}`)
  rate = (messageId: string, feedback: unknown) =>
    this.#call<Message>('PUT', `/messages/${messageId}/feedback`, feedback)
  read = () => this.#call('PUT', '/read')
  /** Calls a path under this chat's address. */
  call = (method: string, path: string, body?: unknown) => this.#call(method, path, body)

  list = (query = ''): Promise<Message[]> => messagesOf(this.client, this.chatId, query)
  ids = async (): Promise<string[]> => (await this.list()).map(({ id }) => id)

  #fetch(method: string, path: string, body?: unknown): Promise<Response> {
    return this.client.fetch(method, `/api/v1/chats/${this.chatId}${path}`, body)
  }

  #call<T = unknown>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
    return this.client.call<T>(method, `/api/v1/chats/${this.chatId}${path}`, body)
  }
}

/** Status and error code of a call. */
export const outcomeOf = ({ status, error }: Reply): [number, string | undefined] => [status, error?.code]

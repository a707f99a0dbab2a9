import type { Chat, ChatsPage } from '#shared/contract/chats.ts'
import { liftQuotas } from '../../../src/server/testing/factories/quotas.ts'
import {
  type ServerProcess,
  startServerProcess,
} from '../../../src/server/testing/processes/server-process.ts'
import { TestClient } from '../../../src/server/testing/test-client.ts'
import { CHATS_A_PERSON, emailOf, fill, MESSAGES_A_CHAT } from './fill.ts'
import type { ApiLoad } from './load.ts'

const PASSWORD = 'senha-segura-1'
/** Number of signed-in users. */
const ASKING = 32

/** The application on a database with this many messages, and its signed-in users. */
export type Installation = {
  messages: number
  server: ServerProcess
  admin: TestClient
  people: TestClient[]
  chats: Chat[][]
}

/** The measured calls by name: a path per user, or per chat. */
export const CALLS = {
  session: () => ['/api/auth/get-session'],
  agents: () => ['/api/v1/agents'],
  'chat list': () => ['/api/v1/chats'],
  'chat of 100 messages': (chats: Chat[]) => chats.map(({ id }) => `/api/v1/chats/${id}/messages`),
}
export type Call = keyof typeof CALLS

/** Starts the application, and stores `messages` messages of as many users as needed, among `accounts`. */
export async function install(
  { messages, accounts }: { messages: number; accounts: number },
  variables: Record<string, string>,
): Promise<Installation> {
  const server = await startServerProcess(variables)
  try {
    const persons = messages / (CHATS_A_PERSON * MESSAGES_A_CHAT)
    const first = new TestClient(() => server.url, server.url)
    await first.signUp({ name: 'Ana', email: 'ana@exemplo.com.br', password: PASSWORD })
    await liftQuotas(server.databaseUrl)
    await fill(server.databaseUrl, persons, accounts - persons)
    return { messages, server, admin: first, ...(await signIn(server, persons)) }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Signs in some of `persons`, evenly distributed. */
async function signIn({ url }: ServerProcess, persons: number) {
  const count = Math.min(ASKING, persons)
  const people: TestClient[] = []
  const chats: Chat[][] = []
  for (let index = 0; index < count; index += 1) {
    const person = new TestClient(() => url, url)
    await person.signIn({ email: emailOf(1 + Math.floor((index * persons) / count)), password: PASSWORD })
    chats.push((await person.get<ChatsPage>('/chats')).data.items)
    people.push(person)
  }
  return { people, chats }
}

export const requestsOf = ({ server, people, chats }: Installation, call: Call): ApiLoad['requests'] =>
  people.flatMap((person, index) =>
    CALLS[call](chats[index] ?? []).map((path) => ({
      url: server.url + path,
      headers: { cookie: person.cookie },
    })),
  )

export const signInsOf = ({ server, people }: Installation): ApiLoad['requests'] =>
  people.map(({ email }) => ({
    url: `${server.url}/api/auth/sign-in/email`,
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  }))

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/connect.ts'
import { attachments, chats, messagePassages, messages, sessions, users } from '../../db/schema/index.ts'
import type { TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'

export const ROLES = ['anonymous', 'owner', 'other', 'banned', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A new client in a role; a banned one keeps its earlier session. */
export async function makePerson(app: TestApp, role: Role): Promise<TestClient> {
  if (role === 'anonymous') return app.visitor()
  const client = app.visitor()
  const email = `${randomUUID()}@exemplo.com.br`
  await client.signUp({ name: `Pessoa ${role} da Silva`, email, password: 'senha-segura-1' })
  const { db } = app.server.deps
  const change = { role: role === 'admin' ? role : 'user', banned: role === 'banned' } as const
  await db.update(users).set(change).where(eq(users.id, client.userId))
  return client
}

export type People = Record<Role, TestClient>

export type Subject = { userId: string; sessionId: string }

/** Inserts a user with a session, as the target of administrators' calls. */
export async function makeSubject(db: Db): Promise<Subject> {
  const [userId, sessionId] = [uuidv7(), uuidv7()]
  await db.insert(users).values({ id: userId, name: 'Sueli Alvo', email: `${userId}@exemplo.com.br` })
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insert(sessions).values({ id: sessionId, userId, token: randomUUID(), expiresAt })
  return { userId, sessionId }
}

/** One client per role. */
export async function makePeople(app: TestApp): Promise<People> {
  const clients = await Promise.all(ROLES.map(async (role) => [role, await makePerson(app, role)] as const))
  return Object.fromEntries(clients) as People
}

export type Conversation = { chatId: string; questionId: string; messageId: string }

/** Inserts an unsent text attachment of a user. */
export async function makeAttachment(
  { db, files }: TestApp['server']['deps'],
  userId: string,
): Promise<string> {
  const [id, key] = [uuidv7(), `${randomUUID()}.attachment`]
  const content = 'Anexo reservado'
  await files.write(key, Buffer.from(content))
  const file = {
    name: 'reservado.txt',
    kind: 'text',
    mediaType: 'text/plain',
    bytes: content.length,
  } as const
  await db.insert(attachments).values({ ...file, id, userId, key, content })
  return id
}

/** Inserts a chat of a user with a question and its reply. */
export async function makeConversation(
  db: Db,
  { userId, agentId }: { userId: string; agentId: string },
): Promise<Conversation> {
  const [chatId, questionId, messageId] = [uuidv7(), uuidv7(), uuidv7()]
  const said = { chatId, status: 'done' } as const
  await db.insert(chats).values({ id: chatId, agentId, userId, title: 'Conversa reservada', lastSeq: 2 })
  await db.insert(messages).values([
    { ...said, id: questionId, seq: 1, sender: 'human', content: 'Pergunta reservada' },
    { ...said, id: messageId, seq: 2, sender: 'ai', parentId: questionId, content: 'Resposta reservada' },
  ])
  await db.insert(messagePassages).values({
    ...{ messageId, userId, number: 1, passageId: uuidv7(), sourceName: 'Fonte reservada', kind: 'md' },
    ...{ headings: [], text: 'Trecho reservado' },
  })
  return { chatId, questionId, messageId }
}

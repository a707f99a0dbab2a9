import { eq } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import { connect } from '#server/db/connect.ts'
import { chats, messages } from '#server/db/schema/index.ts'
import { createLogger } from '#server/log.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'

/** Rows per statement. */
const CHUNK = 500

const REPLY = `## Semana de lançamento

Um caminho **simples**, em três passos:

1. Pesquise as dores do público
2. Escreva a promessa e a oferta
3. Abra as inscrições e acompanhe

| Etapa | Dias |
| --- | --- |
| Aquecer | 7 |
| Vender | 5 |`

/** Inserts `turns` questions and replies into an empty chat; returns the ids, oldest first. */
export async function fillChat(server: ServerProcess, chatId: string, turns: number): Promise<string[]> {
  const ids = Array.from({ length: turns * 2 }, () => newId())
  const rows = ids.map((id, index) => ({
    id,
    chatId,
    seq: index + 1,
    parentId: ids[index - 1] ?? null,
    status: 'done' as const,
    ...(index % 2 === 0
      ? { sender: 'human' as const, content: `Pergunta ${index / 2 + 1}: como vendo mais?` }
      : {
          sender: 'ai' as const,
          content: `Resposta ${(index + 1) / 2}.\n\n${REPLY}`,
          finishReason: 'stop' as const,
        }),
  }))
  const { db, close } = connect({ connectionString: server.databaseUrl }, createLogger('silent'))
  try {
    for (let at = 0; at < rows.length; at += CHUNK)
      await db.insert(messages).values(rows.slice(at, at + CHUNK))
    await db.update(chats).set({ lastSeq: ids.length, readSeq: ids.length }).where(eq(chats.id, chatId))
  } finally {
    await close()
  }
  return ids
}

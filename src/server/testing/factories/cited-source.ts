import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { passages, sources } from '../../db/schema/index.ts'
import type { Behaviour } from '../doubles/provider/behaviour.ts'
import type { RecordedRequest } from '../doubles/provider/provider-double.ts'
import { askedOf, takeApart } from '../prompt-structure.ts'
import { makeSource } from './business.ts'

/** Replaces all sources by one of the user, with two passages on page 12; returns its id. */
export async function makeGuide(db: Db, { userId }: { userId: string }): Promise<string> {
  await db.delete(sources)
  const texts = ['O reembolso sai em sete dias.', 'A mentoria acontece na quinta.']
  const sourceId = await makeSource(db, { userId, name: 'Guia do curso', texts })
  await db.update(passages).set({ page: 12 }).where(eq(passages.sourceId, sourceId))
  return sourceId
}

/** A reply with these tokens. */
export const says = (...tokens: string[]): Behaviour => ({ kind: 'reply', tokens, delayMs: 0 })

/** Calls of the tool that looks passages up. */
export const consult = (...inputs: object[]): Behaviour => ({
  kind: 'calls',
  tokens: [],
  calls: inputs.map((input) => ({ name: 'consultar', input })),
})

type Given = {
  tipo: string
  trechos?: { numero: number; fonte: string; lugar?: string; texto: string }[]
  aviso?: string
}

/** The passages that stand before the last message of a request, and everything else. */
export function givenIn(request: RecordedRequest | undefined) {
  const { system, turns } = askedOf(request)
  const { data, instructions } = takeApart(turns.at(-1)?.content ?? '')
  return { system, turns, instructions, block: data[0] as Given | undefined }
}

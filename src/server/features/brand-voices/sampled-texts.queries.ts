import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { CreateVoiceSample, VoiceSample } from '#shared/contract/brand-voice.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import { joinPassages } from '#shared/passages/join-passages.ts'
import { sentencesIn } from '#shared/voice/sentences.ts'
import { truncateText } from '../../ai/prompt/token-estimate.ts'
import type { Db } from '../../db/connect.ts'
import { documents, passages, sources } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'

const { sampleLength } = VOICE_LIMITS
/** Passages of a sample at most: many times its length, unless they are a few words each. */
const PASSAGES = 60

type Sampled = Pick<VoiceSample, 'title' | 'content' | 'documentId' | 'sourceId'>
type Wanted = Pick<CreateVoiceSample, 'text' | 'documentId' | 'sourceId'> & { userId: string }

/**
 * The text of a new sample, with its name: a pasted text, or the beginning of the user's document or source.
 * @throws {AppError} NOT_FOUND; VALIDATION_ERROR for a beginning without words.
 */
export async function readSampled(
  tx: Db,
  { text = '', documentId, sourceId, userId }: Wanted,
): Promise<Sampled> {
  if (documentId) {
    const { title, body } = await readDocument(tx, { documentId, userId })
    return {
      ...{ title, documentId, sourceId: null },
      content: beginningOf(body, { documentId: 'Este documento começa sem palavras. Escolha outro.' }),
    }
  }
  if (sourceId) {
    const { name, texts } = await readSource(tx, { sourceId, userId })
    return {
      ...{ title: name, documentId: null, sourceId },
      content: beginningOf(joinPassages(texts), {
        sourceId: 'Esta fonte começa sem palavras. Escolha outra.',
      }),
    }
  }
  return { title: null, content: text, documentId: null, sourceId: null }
}

/** As much as a sample holds, cut behind a sentence. @throws {AppError} VALIDATION_ERROR with `refusal` */
function beginningOf(whole: string, refusal: Record<string, string>): string {
  const text = whole.trim()
  const head = truncateText(text, sampleLength)
  const last = head.length < text.length ? sentencesIn(head).at(-2) : undefined
  const content = last ? head.slice(0, last.end) : head
  if (/\p{L}/u.test(content)) return content
  throw new AppError('VALIDATION_ERROR', Object.values(refusal).join(' '), { details: refusal })
}

async function readDocument(tx: Db, { documentId, userId }: { documentId: string; userId: string }) {
  const [row] = await tx
    .select({ title: documents.title, body: documents.body })
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.userId, userId), isNull(documents.deletedAt)))
  if (!row) throw notFound('Document')
  return row
}

/** The first passages of a source that was read. */
async function readSource(tx: Db, { sourceId, userId }: { sourceId: string; userId: string }) {
  const [source] = await tx
    .select({ name: sources.name, version: sources.version })
    .from(sources)
    .where(
      and(
        eq(sources.id, sourceId),
        eq(sources.ownerId, userId),
        isNull(sources.deletedAt),
        gt(sources.version, 0),
      ),
    )
  if (!source) throw notFound('Source')
  const rows = await tx
    .select({ text: passages.text })
    .from(passages)
    .where(
      and(
        eq(passages.ownerId, userId),
        eq(passages.sourceId, sourceId),
        eq(passages.version, source.version),
      ),
    )
    .orderBy(asc(passages.position))
    .limit(PASSAGES)
  return { name: source.name, texts: rows.map(({ text }) => text) }
}

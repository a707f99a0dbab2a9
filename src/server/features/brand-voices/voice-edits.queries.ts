import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { BrandVoice } from '#shared/contract/brand-voice.ts'
import type { AnswerVoiceRule, ProposedVoiceRule } from '#shared/contract/voice-edits.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import { EDIT_LIMITS, voiceEdits as editsBetween, type VoiceEdit } from '#shared/voice/edits.ts'
import type { Db } from '../../db/connect.ts'
import { brands, chats, documents, messages, voiceEdits } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { getBrandVoice, lockBrand, type OwnBrand, updateBrandVoice } from './brand-voices.queries.ts'

type Reply = { messageId: string; userId: string }
type OwnDocument = { documentId: string; userId: string }
type Brand = { brandId: string; userId: string; name: string }

/** The only brand that a user's reply read, while it is kept; undefined for none or several. */
async function findBrandOf(db: Db, { messageId, userId }: Reply): Promise<Brand | undefined> {
  const [message] = await db
    .select({ grounding: messages.grounding })
    .from(messages)
    .innerJoin(chats, and(eq(chats.id, messages.chatId), eq(chats.userId, userId)))
    .where(and(eq(messages.id, messageId), isNull(messages.deletedAt)))
  const ids = new Set(message?.grounding?.flatMap(({ kind, id }) => (kind === 'brand' && id ? [id] : [])))
  const [brandId] = ids
  if (!brandId || ids.size > 1) return undefined
  const [brand] = await db
    .select({ brandId: brands.id, userId: brands.userId, name: brands.name })
    .from(brands)
    .where(and(eq(brands.id, brandId), eq(brands.userId, userId), isNull(brands.deletedAt)))
  return brand
}

/** The brand of the reply that a document comes from. @throws {AppError} NOT_FOUND for the document */
async function findBrandOfDocument(db: Db, { documentId, userId }: OwnDocument): Promise<Brand | undefined> {
  const [document] = await db
    .select({ messageId: documents.messageId })
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.userId, userId), isNull(documents.deletedAt)))
  if (!document) throw notFound('Document')
  return document.messageId ? findBrandOf(db, { messageId: document.messageId, userId }) : undefined
}

const isOfBrand = ({ brandId, userId }: OwnBrand) =>
  and(eq(voiceEdits.brandId, brandId), eq(voiceEdits.userId, userId))

/** Counts the changes of voice between two versions of a document that comes from a reply of a brand. */
export async function noteVoiceEdits(
  db: Db,
  { before, after, ...reply }: Reply & { before: string; after: string },
): Promise<void> {
  const brand = await findBrandOf(db, reply)
  const edits = brand ? editsBetween(before, after) : []
  if (!brand || edits.length === 0) return
  const { brandId, userId } = brand
  await db.transaction(async (tx) => {
    // Deleted for good meanwhile: the text is saved all the same.
    const [kept] = await tx
      .select({ id: brands.id })
      .from(brands)
      .where(and(eq(brands.id, brandId), eq(brands.userId, userId)))
      .for('no key update')
    if (!kept) return
    const rows = edits.flatMap(({ step, ...edit }) =>
      step === 1 ? [{ ...edit, brandId, userId, seen: 1 }] : [],
    )
    if (rows.length > 0) {
      await tx
        .insert(voiceEdits)
        .values(rows)
        .onConflictDoUpdate({
          target: [voiceEdits.brandId, voiceEdits.kind, voiceEdits.word],
          set: { seen: sql`least(${voiceEdits.seen} + 1, 1000)`, updatedAt: sql`now()` },
          setWhere: isNull(voiceEdits.answer),
        })
    }
    await takeBack(tx, brand, edits)
    await dropOldWords(tx, brand)
  })
}

/** The opposite of a change takes one back. */
async function takeBack(tx: Db, brand: OwnBrand, edits: VoiceEdit[]): Promise<void> {
  const opposite = edits.filter(({ step }) => step === -1).map(({ kind, word }) => `${kind}:${word}`)
  if (opposite.length === 0) return
  await tx
    .update(voiceEdits)
    .set({ seen: sql`greatest(${voiceEdits.seen} - 1, 0)` })
    .where(
      and(
        isOfBrand(brand),
        isNull(voiceEdits.answer),
        inArray(sql`${voiceEdits.kind} || ':' || ${voiceEdits.word}`, opposite),
      ),
    )
}

/** Keeps the rows of a brand bounded: words without an answer give way, the oldest first. */
async function dropOldWords(tx: Db, brand: OwnBrand): Promise<void> {
  const isWord = and(isOfBrand(brand), eq(voiceEdits.kind, 'word'))
  const open = and(isWord, isNull(voiceEdits.answer))
  const answered = (await tx.$count(voiceEdits, isWord)) - (await tx.$count(voiceEdits, open))
  const old = tx
    .select({ word: voiceEdits.word })
    .from(voiceEdits)
    .where(open)
    .orderBy(desc(voiceEdits.updatedAt), desc(voiceEdits.word))
    .offset(Math.max(EDIT_LIMITS.rows - answered, 0))
  await tx.delete(voiceEdits).where(and(open, inArray(voiceEdits.word, old)))
}

/**
 * The change that was seen most often in texts of the document's brand, and has no answer yet.
 * @throws {AppError} NOT_FOUND for the document
 */
export async function findProposedRule(db: Db, own: OwnDocument): Promise<ProposedVoiceRule> {
  const brand = await findBrandOfDocument(db, own)
  if (!brand) return { rule: null }
  const rows = await db
    .select({ kind: voiceEdits.kind, word: voiceEdits.word, seen: voiceEdits.seen })
    .from(voiceEdits)
    .where(and(isOfBrand(brand), isNull(voiceEdits.answer), gte(voiceEdits.seen, EDIT_LIMITS.seen)))
    .orderBy(desc(voiceEdits.seen), desc(voiceEdits.updatedAt), voiceEdits.kind, voiceEdits.word)
    .limit(EDIT_LIMITS.rows)
  if (rows.length === 0) return { rule: null }
  const { forbiddenWords } = await getBrandVoice(db, brand)
  const open = rows.find(({ kind, word }) => kind !== 'word' || !includes(forbiddenWords, word))
  return { rule: open ? { brandId: brand.brandId, brandName: brand.name, ...open } : null }
}

const includes = (lines: readonly string[], wanted: string) =>
  lines.some((line) => line.toLowerCase() === wanted.toLowerCase())

const GONE = 'Esta proposta já foi respondida ou não vale mais.'

/**
 * Keeps the proposed rule in the voice of the document's brand, or refuses it for good. Repeating the same answer changes
 * nothing.
 * @throws {AppError} NOT_FOUND for the document; CONFLICT for a rule that is not proposed, or a full list.
 */
export const answerVoiceRule = (
  db: Db,
  { kind, word, text, ...own }: AnswerVoiceRule & OwnDocument,
): Promise<BrandVoice> =>
  db.transaction(async (tx) => {
    const brand = await findBrandOfDocument(tx, own)
    if (!brand) throw new AppError('CONFLICT', GONE)
    await lockBrand(tx, brand)
    const isRow = and(isOfBrand(brand), eq(voiceEdits.kind, kind), eq(voiceEdits.word, word))
    const [row] = await tx.select().from(voiceEdits).where(isRow)
    const answer = text === undefined ? 'refused' : 'accepted'
    if (row?.answer === answer) return getBrandVoice(tx, brand)
    if (!row || row.answer || row.seen < EDIT_LIMITS.seen) throw new AppError('CONFLICT', GONE)
    await tx.update(voiceEdits).set({ answer }).where(isRow)
    return text === undefined ? getBrandVoice(tx, brand) : addRule(tx, brand, { kind, text })
  })

async function addRule(
  tx: Db,
  { name, ...key }: Brand,
  { kind, text }: { kind: AnswerVoiceRule['kind']; text: string },
): Promise<BrandVoice> {
  const voice = await getBrandVoice(tx, key)
  const [field, most, lines] =
    kind === 'word'
      ? (['forbiddenWords', VOICE_LIMITS.words, 'palavras proibidas'] as const)
      : (['moves', VOICE_LIMITS.moves, 'jeitos de escrever'] as const)
  if (includes(voice[field], text)) return voice
  if (voice[field].length >= most) {
    const full = `A voz de ${name} já tem ${most} ${lines}, o máximo. Apague um item na voz da marca e tente de novo.`
    throw new AppError('CONFLICT', full)
  }
  const { forbiddenWords, favouriteWords, moves, goodExample, badExample } = voice
  const fields = { forbiddenWords, favouriteWords, moves, goodExample, badExample }
  return updateBrandVoice(tx, { ...fields, [field]: [...voice[field], text], ...key })
}

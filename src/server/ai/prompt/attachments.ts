import type { Turn, TurnAttachment, TurnImage } from '../reply.ts'
import { tokensOf } from './conversation.ts'
import { dataBlock } from './data-block.ts'
import { CHARACTERS_PER_TOKEN } from './token-estimate.ts'

/** Images cost tokens with each message, so only those of the last turns with images are sent. */
const SEEN_TURNS = 3
const SEEN_IMAGES = 10
/** Share of the budget reserved for attachments of the newest message. */
const NEWEST_SHARE = 0.5
/** Minimum useful length of a text, in UTF-16 code units. */
const SHORTEST = 400

const KIND_NAMES = { image: 'imagem', pdf: 'PDF', docx: 'documento do Word', text: 'texto' }

const CUT_BEFORE = 'Só o começo do arquivo foi lido: o resto passa do limite de leitura.'
const CUT_HERE = 'Texto encurtado para caber: aqui está só o começo do arquivo.'
const LEFT_OUT = 'O texto deste anexo não coube aqui. Se ele fizer falta, peça que a pessoa o envie de novo.'
const SEEN_BEFORE =
  'Imagem de uma mensagem anterior, que não é mostrada de novo. Se ela fizer falta, peça que a pessoa a envie de novo.'

/**
 * Adds attachments to their turns, before the message: texts as data blocks, recent images as images. Texts
 * that do not fit in `budgetTokens` are shortened, or only named, with a notice; the newest message has
 * priority.
 */
export function addAttachments(turns: Turn[], budgetTokens: number): Turn[] {
  if (!turns.some(({ attachments }) => attachments?.length)) return turns
  const seen = seenImages(turns)
  // Images count first, because texts can be shortened.
  const forImages = tokensOf({ role: 'user', content: '', images: [...seen] })
  const budget = Math.max(0, (budgetTokens - forImages) * CHARACTERS_PER_TOKEN)
  let room = budget - turns.reduce((total, turn) => total + tokensOf(turn), 0) * CHARACTERS_PER_TOKEN
  let isNewest = true
  const shown: Turn[] = []
  for (const { attachments = [], ...turn } of turns.toReversed()) {
    if (attachments.length === 0) shown.unshift(turn)
    else {
      const blocks = render(attachments, seen, isNewest ? Math.max(room, budget * NEWEST_SHARE) : room)
      room -= blocks.reduce((total, block) => total + block.length, 0)
      shown.unshift(withBlocks(turn, blocks, attachments, seen))
    }
    // The reserve belongs to the newest message only.
    isNewest &&= turn.role !== 'user'
  }
  return shown
}

function withBlocks(
  turn: Turn,
  blocks: string[],
  attachments: TurnAttachment[],
  seen: Set<TurnAttachment>,
): Turn {
  const images = attachments
    .filter((it) => seen.has(it))
    .map(({ name, mediaType, key }): TurnImage => ({ name, mediaType, key }))
  return {
    ...turn,
    content: [...blocks, turn.content].join('\n\n'),
    brief: `${turn.content} (anexos: ${attachments.map(({ name }) => name).join(', ')})`,
    ...(images.length > 0 && { images }),
  }
}

function seenImages(turns: Turn[]): Set<TurnAttachment> {
  const withImages = turns
    .map(({ attachments = [] }) => attachments.filter(({ kind }) => kind === 'image'))
    .filter((images) => images.length > 0)
  return new Set(withImages.slice(-SEEN_TURNS).flat().slice(-SEEN_IMAGES))
}

/** One block per attachment, in order; short texts leave their unused share to longer ones. */
function render(attachments: TurnAttachment[], seen: Set<TurnAttachment>, room: number): string[] {
  const blocks = new Map<TurnAttachment, string>()
  let left = room
  const shortestFirst = attachments.toSorted((a, b) => (a.text?.length ?? 0) - (b.text?.length ?? 0))
  for (const [index, attachment] of shortestFirst.entries()) {
    const block = renderOne(attachment, {
      isSeen: seen.has(attachment),
      room: left / (attachments.length - index),
    })
    left -= block.length
    blocks.set(attachment, block)
  }
  return attachments.map((it) => blocks.get(it) ?? '')
}

function renderOne(
  { name, kind, text, isTruncated }: TurnAttachment,
  { isSeen, room }: { isSeen: boolean; room: number },
): string {
  const head = { anexo: name, tipo: KIND_NAMES[kind] }
  if (kind === 'image') return dataBlock(isSeen ? head : { ...head, aviso: SEEN_BEFORE })
  const whole = dataBlock({ ...head, ...(isTruncated && { aviso: CUT_BEFORE }), texto: text })
  if (text !== null && whole.length <= room) return whole
  const frame = dataBlock({ ...head, aviso: CUT_HERE, texto: '' }).length
  if (text === null || room - frame < SHORTEST) return dataBlock({ ...head, aviso: LEFT_OUT })
  const block = (length: number) =>
    dataBlock({ ...head, aviso: CUT_HERE, texto: text.slice(0, length).replace(/[\ud800-\udbff]$/, '') })
  // JSON escapes make the block longer than the text, so the excess is cut once more.
  const length = Math.floor(room - frame)
  const excess = Math.max(0, block(length).length - room)
  return block(Math.floor(length - excess))
}

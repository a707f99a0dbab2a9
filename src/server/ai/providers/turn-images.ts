import type { LanguageModelV4FilePart } from '@ai-sdk/provider'
import { dataBlock } from '../prompt/data-block.ts'
import type { Prompt, Turn, TurnImage } from '../reply.ts'

/** Reads the bytes of an image by its storage key; undefined when it no longer exists. */
export type ReadImage = (key: string) => Promise<Uint8Array | undefined>

const NO_VISION_TEXT =
  'O modelo que responde não vê imagens: esta não foi mostrada. Se ela fizer falta, diga isso à pessoa.'
const MISSING_TEXT = 'Esta imagem não pôde ser aberta agora. Se ela fizer falta, diga isso à pessoa.'

export const hasImages = ({ turns }: Prompt): boolean => turns.some(({ images = [] }) => images.length > 0)

const withNotices = (turn: Turn, images: TurnImage[], aviso: string): Turn => {
  const notices = images.map(({ name }) => dataBlock({ tipo: 'imagem', nome: name, aviso }))
  return { ...turn, content: [...notices, turn.content].join('\n\n') }
}

/** The prompt for a model without vision: each image becomes a notice. */
export const withoutImages = (prompt: Prompt): Prompt => ({
  ...prompt,
  turns: prompt.turns.map(({ images = [], ...turn }) => withNotices(turn, images, NO_VISION_TEXT)),
})

/** A user's turn for the providers: images first, as they recommend; missing images become notices. */
export async function openImages(
  { images = [], ...turn }: Turn,
  read: ReadImage,
): Promise<{ files: LanguageModelV4FilePart[]; content: string }> {
  const opened = await Promise.all(
    images.map(async (image) => ({ image, data: await read(image.key).catch(() => undefined) })),
  )
  const gone = opened.filter(({ data }) => !data).map(({ image }) => image)
  return {
    files: opened.flatMap(({ image: { mediaType }, data }) =>
      data ? [{ type: 'file' as const, mediaType, data: { type: 'data' as const, data } }] : [],
    ),
    content: withNotices(turn, gone, MISSING_TEXT).content,
  }
}

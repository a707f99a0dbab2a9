import type { Deps } from '../../deps.ts'
import { addHouseUpload, previewHouseUpload } from '../uploads/installation-uploads.queries.ts'

/** The 480-pixel version exists for every video, however old. */
const addressOf = (base: string, youtubeVideoId: string) =>
  new URL(`/vi/${youtubeVideoId}/hqdefault.jpg`, base).href

/** Thumbnails are optional, so a failure is logged and returned as null. */
async function orNull<T>(log: Deps['log'], work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    log.info({ err: error }, 'no picture of a tutorial’s video')
    return null
  }
}

type Parts = Pick<Deps, 'env' | 'log' | 'fetchRemoteImage'>

/** Fetches and stores a video's thumbnail; returns its address, or null. Never rejects. */
export const keepThumbnail = (
  deps: Parts & Pick<Deps, 'db' | 'files'>,
  youtubeVideoId: string,
): Promise<string | null> =>
  orNull(deps.log, async () => {
    const file = await deps.fetchRemoteImage(addressOf(deps.env.youtubeImagesUrl, youtubeVideoId))
    return (await addHouseUpload(deps, { file, shape: 'wide' })).url
  })

/** A video's thumbnail as a `data:` address, not stored; or null. Never rejects. */
export const previewThumbnail = (
  { env, log, fetchRemoteImage }: Parts,
  youtubeVideoId: string,
): Promise<string | null> =>
  orNull(log, async () => {
    const file = await fetchRemoteImage(addressOf(env.youtubeImagesUrl, youtubeVideoId))
    return `data:image/webp;base64,${Buffer.from(await previewHouseUpload({ file, shape: 'wide' })).toString('base64')}`
  })

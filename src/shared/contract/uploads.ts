import * as mini from 'zod/mini'

/** Answer of `POST /api/v1/uploads`: the image's absolute address on APP_URL. */
export const Upload = mini.object({ url: mini.string() })
export type Upload = mini.infer<typeof Upload>

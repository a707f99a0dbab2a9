import { Upload } from '#shared/contract/uploads.ts'
import { LIMITS } from '#shared/limits.ts'
import { UPLOAD_NAME } from '#shared/upload-addresses.ts'
import type { Deps } from '../../deps.ts'
import { receiveUpload } from '../../files/arriving.ts'
import { createRouter } from '../../http/context.ts'
import { notFound } from '../../http/errors.ts'
import { announcedBytes, readFile } from '../../http/file-body.ts'
import { respond } from '../../http/respond.ts'
import { operation } from '../../http/validate.ts'
import { notAnImage, tooLarge } from './photo.ts'
import { addUpload } from './uploads.service.ts'

/** User files are only ever images, also when opened directly. */
const POLICY = "default-src 'none'; img-src 'self'; sandbox; frame-ancestors 'none'"

const IMAGE = {
  maxBytes: LIMITS.uploadBytes,
  notAForm: notAnImage,
  tooLarge,
  noFile: 'Escolha uma imagem',
  tooMany: 'Envie uma imagem de cada vez',
}

export const uploadRoutes = (deps: Deps) =>
  createRouter().post(
    '/uploads',
    operation({
      writes: true,
      tag: 'uploads',
      summary:
        'Guarda uma imagem PNG, JPEG ou WebP (campo file, até 5 MB e 40 megapixels), recortada em quadrado, e devolve seu endereço',
      data: Upload,
      status: 201,
      sendsFile: true,
      errors: ['VALIDATION_ERROR', 'QUOTA_EXCEEDED', 'RATE_LIMITED', 'UNAVAILABLE'],
    }),
    deps.signedIn,
    async (c) => {
      const { id: userId } = c.var.user
      const upload = await receiveUpload({
        userId,
        dataDir: deps.env.dataDir,
        bytes: announcedBytes(c, IMAGE),
        receive: (to) => readFile(c, IMAGE, to),
        use: ({ bytes }) => addUpload(deps, { userId, file: bytes }),
      })
      return respond(c, upload, 201)
    },
  )

/** `/uploads/{name}`: public to anybody who knows the name. */
export const uploadedFileRoutes = ({ files }: Deps) =>
  createRouter().get('/uploads/:name', async (c) => {
    const name = c.req.param('name')
    const file = UPLOAD_NAME.test(name) ? await files.read(name) : undefined
    if (!file) throw notFound('Page')
    // Files are immutable, so the name is the ETag.
    const tag = `"${name}"`
    c.header('ETag', tag)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Content-Security-Policy', POLICY)
    if (c.req.header('if-none-match') === tag) return c.body(null, 304)
    c.header('Content-Type', 'image/webp')
    c.header('Content-Disposition', `inline; filename="${name}"`)
    return c.body(new Uint8Array(file))
  })

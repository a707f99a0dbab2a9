import { request } from '#client/lib/http/http-client.ts'
import type { Upload } from '#shared/contract/uploads.ts'

/** Stores a picture and answers its address; the server makes it a square of its own size. @throws {ApiError} */
export async function uploadPhoto(photo: Blob): Promise<string> {
  const form = new FormData()
  form.set('file', photo, 'foto.jpg')
  return (await request<Upload>('POST', '/uploads', { form })).url
}

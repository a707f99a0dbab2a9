import { request } from '#client/lib/http/http-client.ts'
import type { Upload } from '#shared/contract/uploads.ts'

/** Uploads a picture and returns its address; the server crops and resizes it. @throws {ApiError} */
export async function uploadPhoto(photo: Blob): Promise<string> {
  const form = new FormData()
  form.set('file', photo, 'foto.jpg')
  return (await request<Upload>('POST', '/uploads', { form })).url
}

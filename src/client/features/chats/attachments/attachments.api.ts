import { ApiError, request, requestStream } from '#client/lib/http/http-client.ts'
import { uploadFile } from '#client/lib/http/upload-file.ts'
import type { Attachment } from '#shared/contract/attachments.ts'

export const attachmentCalls = {
  upload: (file: File, options: Parameters<typeof uploadFile>[2]) =>
    uploadFile<Attachment>('/attachments', file, options),
  /** Only while no message has it. */
  remove: (id: string) => request<unknown>('DELETE', `/attachments/${id}`),
  /** Whether the server still has it; a doubt counts as yes. */
  exists: async (id: string): Promise<boolean> => {
    try {
      const { body } = await requestStream('GET', `/attachments/${id}/file`)
      await body?.cancel()
      return true
    } catch (error) {
      return !(error instanceof ApiError && error.status === 404)
    }
  },
}

import type { Success } from '#shared/envelope.ts'
import { reportOnline, reportUnanswered } from './connection.ts'
import { ApiError, failureOf, networkError, reportUnauthorized, unexpectedAnswer } from './http-client.ts'

type Options = {
  signal: AbortSignal
  /** Called with the sent fraction, 0 to 1. */
  onProgress: (part: number) => void
  /** POST by default. */
  method?: 'POST' | 'PUT'
}

/**
 * Sends a file to the App API as the form's field `file`, and resolves to the envelope's `data`. By XMLHttpRequest,
 * since `fetch` reports no upload progress over HTTP/1.1.
 * @throws {ApiError}, or AbortError when `signal` aborts.
 */
export function uploadFile<T>(
  path: string,
  file: File,
  { signal, onProgress, method = 'POST' }: Options,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const form = new FormData()
    form.set('file', file, file.name)
    call.open(method, `/api/v1${path}`)
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    call.onload = () => {
      reportUnauthorized(call)
      const data = jsonOf(call.responseText)
      if (call.status < 200 || call.status > 299) {
        const header = (name: string) => call.getResponseHeader(name)
        return reject(failureOf({ status: call.status, header, data }))
      }
      reportOnline()
      if (data === undefined) reject(unexpectedAnswer())
      else resolve((data as Success<T>).data)
    }
    call.onerror = () => {
      reportUnanswered()
      reject(networkError())
    }
    call.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'))
    signal.addEventListener('abort', () => call.abort())
    call.send(form)
  })
}

/** Whether a retry of the same file can succeed after this failure. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || ![400, 413, 415].includes(error.status)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { type Method, requestStream } from './http-client.ts'

export type NamedFile = { name: string; file: Blob }

/** A file of the App API, with the server's file name or `fallback`. @throws {ApiError} */
export async function fetchFile(
  path: string,
  fallback: string,
  { method = 'GET', body }: { method?: Method; body?: unknown } = {},
): Promise<NamedFile> {
  const response = await requestStream(method, path, { body })
  return {
    name: fileNameOf(response.headers.get('content-disposition') ?? '') ?? fallback,
    file: await response.blob(),
  }
}

/** File name of a Content-Disposition header; prefers the UTF-8 form. */
export function fileNameOf(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // Invalid encoding: use the plain form.
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1]
}

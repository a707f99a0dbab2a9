import { requestStream } from './http-client.ts'

export type NamedFile = { name: string; file: Blob }

/** A file of the App API, under the name that the server gives it, or else `fallback`. @throws {ApiError} */
export async function fetchFile(path: string, fallback: string): Promise<NamedFile> {
  const response = await requestStream('GET', path)
  return {
    name: fileNameOf(response.headers.get('content-disposition') ?? '') ?? fallback,
    file: await response.blob(),
  }
}

/** The file name that a Content-Disposition carries, its UTF-8 form first. */
export function fileNameOf(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // Not what it says it is: the plain form follows.
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1]
}

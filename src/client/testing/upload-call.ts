import { vi } from 'vitest'

/** An XMLHttpRequest that sends a file and that the test answers. */
export class UploadCall extends EventTarget {
  static open: UploadCall[] = []
  static all: UploadCall[] = []
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  to = ''
  name = ''
  open(method: string, path: string) {
    this.to = `${method} ${path}`
  }
  retryAfter: string | null = null
  getResponseHeader = (name: string) => (name === 'retry-after' ? this.retryAfter : null)
  send(form: FormData) {
    this.name = (form.get('file') as File).name
    UploadCall.open.push(this)
    UploadCall.all.push(this)
  }
  fail() {
    UploadCall.open = UploadCall.open.filter((it) => it !== this)
    this.onerror?.()
  }
  abort() {
    UploadCall.open = UploadCall.open.filter((it) => it !== this)
    this.onabort?.()
  }
  async answer(status: number, body: object, retryAfter: string | null = null) {
    this.retryAfter = retryAfter
    UploadCall.open = UploadCall.open.filter((it) => it !== this)
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload?.()
    await turn()
  }
}

/** Until the next file is read and sent. */
export async function turn() {
  for (let at = 0; at < 10; at += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Stubs what sends files, and the events of the page, which is returned. */
export function stubUploads(): EventTarget {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('XMLHttpRequest', UploadCall)
  ;[UploadCall.open, UploadCall.all] = [[], []]
  return page
}

/** The files that are being sent. */
export const sentNames = (): string[] => UploadCall.open.map(({ name }) => name)

/** Until the next file is read and sent, after a time of fake timers. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await turn()
}

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

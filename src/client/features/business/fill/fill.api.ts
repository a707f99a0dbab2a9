import { request } from '#client/lib/http/http-client.ts'
import type { FilledDraft } from '#shared/contract/asset-drafts.ts'

export type FillKind = FilledDraft['draft']['kind']

/** What a form is filled from, by the three ways. */
export type FillSource = {
  way: 'address' | 'file' | 'text'
  address: string
  text: string
  file: File | undefined
}

export const NO_SOURCE: FillSource = { way: 'address', address: '', text: '', file: undefined }

/** Costs a model call: no automatic retry. @throws {ApiError} with `details` for `address`, `file` or `text`. */
export function fillDraft(kind: FillKind, source: FillSource, signal: AbortSignal): Promise<FilledDraft> {
  if (source.way !== 'file') {
    const body = source.way === 'address' ? { address: source.address } : { text: source.text }
    return request('POST', `/drafts/${kind}`, { body, signal })
  }
  const form = new FormData()
  if (source.file) form.set('file', source.file, source.file.name)
  return request('POST', `/drafts/${kind}/file`, { form, signal })
}

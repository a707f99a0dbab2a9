import { fetchRemote, type RemoteFile, type RemoteSettings } from './remote-fetch.ts'

const RULES = {
  accept: 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8',
  // Page builders write megabytes of styles into a page.
  maxBytes: 5 * 1024 * 1024,
  timeoutMs: 10_000,
  // From the short link to the name with www and the page of the campaign.
  redirects: 4,
}

/**
 * Fetches a page or a PDF from an address given by a user; follows at most 4 redirects; at most 10 seconds and 5 MB.
 * @throws {RemoteError}, or the signal's reason.
 */
export type FetchRemotePage = (address: string, options?: { signal?: AbortSignal }) => Promise<RemoteFile>

/** Creates the fetch function; `settings` are for tests. */
export const createRemotePages =
  (settings: RemoteSettings = {}): FetchRemotePage =>
  (address, { signal } = {}) =>
    fetchRemote(address, RULES, { settings, signal })

const CHARSET = /^\s*charset="?([\w-]{1,40})"?\s*$/

/** The kind of a fetched file by its Content-Type; a page with its charset, which may be empty. */
export function remoteKindOf(type: string): { charset: string } | 'file' | undefined {
  const [name = '', ...parameters] = type.toLowerCase().split(';')
  const mediaType = name.trim()
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') {
    return { charset: parameters.map((it) => CHARSET.exec(it)?.[1]).find(Boolean) ?? '' }
  }
  return mediaType === 'application/pdf' || mediaType === 'text/plain' ? 'file' : undefined
}

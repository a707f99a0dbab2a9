import { LIMITS } from '#shared/limits.ts'
import { fetchRemote, type RemoteSettings } from './remote-fetch.ts'

const RULES = {
  accept: 'image/webp,image/png,image/jpeg',
  maxBytes: LIMITS.uploadBytes,
  timeoutMs: 3_000,
  redirects: 0,
}

/**
 * Fetches an image from an address given by a user; follows no redirect; at most 3 seconds and 5 MB.
 * @throws {RemoteError}, or the signal's reason.
 */
export type FetchRemoteImage = (address: string, options?: { signal?: AbortSignal }) => Promise<Uint8Array>

/** Creates the fetch function; `settings` are for tests. */
export const createRemoteImages =
  (settings: RemoteSettings = {}): FetchRemoteImage =>
  async (address, { signal } = {}) =>
    (await fetchRemote(address, RULES, { settings, signal })).bytes

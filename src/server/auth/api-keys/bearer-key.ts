/** Makes keys recognizable to their readers and to scanners of published secrets. */
export const KEY_PREFIX = 'elenco_'

const BEARER = /^Bearer +(elenco_\S*) *$/i

/** The API key of a call; undefined without one, also for other kinds of authorization. */
export const keyIn = (headers: Headers): string | undefined =>
  BEARER.exec(headers.get('authorization') ?? '')?.[1]

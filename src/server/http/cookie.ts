import { parse } from 'hono/utils/cookie'

/** The decoded value of a cookie, the first of several with its name; undefined without one. */
export const readCookie = (headers: Headers, name: string): string | undefined =>
  parse(headers.get('cookie') ?? '', name)[name]

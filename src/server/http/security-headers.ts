import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from './context.ts'

const HSTS = 'max-age=31536000'

/** Scripts, styles and fonts are not documents: the page's policy applies to them, and theirs would to nothing. */
const PART_OF_PAGE = /^\/assets\/[^/]+\.(js|css|woff2)$/

/**
 * Headers for responses written directly to the socket. They are never pages, so nothing may load or frame.
 */
export const rawSecurityHeaders = (isHttps: boolean): Record<string, string> => ({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  ...(isHttps && { 'Strict-Transport-Security': HSTS }),
})

/**
 * Sets the security headers of every response that Hono writes, and `c.var.rawHeaders` for direct writes to
 * the socket.
 */
export function securityHeaders(options: { isHttps: boolean }): MiddlewareHandler<AppEnv> {
  const rawHeaders = rawSecurityHeaders(options.isHttps)
  const secure = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      frameSrc: ['https://www.youtube-nocookie.com'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
    strictTransportSecurity: options.isHttps ? HSTS : false,
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // Uploaded files set their own policy.
    overwrite: false,
    permissionsPolicy: { camera: [], geolocation: [], payment: [], microphone: ['self'] },
  })
  return async (c, next) => {
    c.set('rawHeaders', rawHeaders)
    if (!PART_OF_PAGE.test(c.req.path)) return secure(c, next)
    await next()
    // A missing file is answered by text, which a browser may show as a document.
    if (!c.res.ok) return secure(c, async () => {})
    for (const name of ['Cross-Origin-Resource-Policy', 'X-Content-Type-Options']) {
      c.res.headers.set(name, rawHeaders[name] ?? '')
    }
    if (options.isHttps) c.res.headers.set('Strict-Transport-Security', HSTS)
  }
}

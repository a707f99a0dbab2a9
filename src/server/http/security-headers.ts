import type { Context, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from './context.ts'

const HSTS = 'max-age=31536000'

/**
 * Scripts, styles, fonts and bitmaps of the build are not documents: the page's policy applies to them, and theirs would
 * to nothing. An SVG file is a document, and the service worker has the policy of its own file.
 */
const PART_OF_PAGE =
  /^\/(assets\/[^/]+\.(js|css|woff2|webp|png)|(guides|icons)\/[^/]+\.(webp|png)|boot\.js|favicon\.ico|og\.png)$/
const OF_PARTS = ['Cross-Origin-Resource-Policy', 'Strict-Transport-Security', 'X-Content-Type-Options']

/** JSON is never shown as a page. The API's HTML, such as its documentation, is. */
const isAnswer = ({ req, res }: Context): boolean =>
  req.path.startsWith('/api/') && (res.headers.get('Content-Type') ?? '').startsWith('application/json')

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
  const ofAnswers = Object.entries(rawHeaders)
  const ofParts = ofAnswers.filter(([name]) => OF_PARTS.includes(name))
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
    await next()
    // A missing file is answered by text, which a browser may show as a document.
    const isPart = PART_OF_PAGE.test(c.req.path) && (c.res.ok || c.res.status === 304)
    if (!isPart && !isAnswer(c)) return secure(c, async () => {})
    for (const [name, value] of isPart ? ofParts : ofAnswers) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
  }
}

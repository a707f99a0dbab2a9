import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from './context.ts'

const HSTS = 'max-age=31536000'

/** The same for what is written to the socket itself: no page, so nothing may be loaded or framed. */
export const rawSecurityHeaders = (isHttps: boolean): Record<string, string> => ({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  ...(isHttps && { 'Strict-Transport-Security': HSTS }),
})

/** Headers of every response that Hono writes; what is written to the socket itself takes `c.var.rawHeaders`. */
export function securityHeaders(options: { isHttps: boolean }): MiddlewareHandler<AppEnv> {
  const rawHeaders = rawSecurityHeaders(options.isHttps)
  const secure = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Mantine writes its variables in a style element that carries the nonce.
      styleSrc: ["'self'", NONCE],
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
    // A file that somebody sent has a policy of its own.
    overwrite: false,
    permissionsPolicy: { camera: [], geolocation: [], payment: [], microphone: ['self'] },
  })
  return async (c, next) => {
    c.set('rawHeaders', rawHeaders)
    await secure(c, next)
  }
}

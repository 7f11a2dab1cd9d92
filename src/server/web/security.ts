import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from '#server/http/context.ts'

/**
 * Headers of a document. Scripts run by nonce alone ('strict-dynamic': what they import is trusted with them);
 * nothing inline, no eval. Development's bundler needs eval, a web socket for hot replacement, and fonts within the style sheet.
 */
export function documentHeaders(development: boolean): MiddlewareHandler<AppEnv> {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: [NONCE, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", ...(development ? ['ws:', 'wss:'] : [])],
      fontSrc: ["'self'", ...(development ? ['data:'] : [])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // Never COEP: it breaks the payment provider's frames.
    crossOriginEmbedderPolicy: false,
    // TLS ends at the operator's proxy, which alone knows whether the whole host speaks it.
    strictTransportSecurity: false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: ['self'], microphone: ['self'], geolocation: [], payment: ['self'] },
  })
}

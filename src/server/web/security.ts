import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from '#server/http/context.ts'

export interface DocumentHeaders {
  /** Its bundler needs eval, a web socket for hot replacement, and fonts within the style sheet. */
  development: boolean
  /** The page takes card payments: the provider's script, frames and API are let in, and nothing else. */
  pays?: boolean
}

/** https://docs.stripe.com/security/guide#content-security-policy */
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com']

/**
 * Headers of a document. Scripts run by nonce alone ('strict-dynamic': what they import or add is trusted with them);
 * nothing inline, no eval. Browsers that know 'strict-dynamic' ignore the hosts beside it; older ones go by them.
 */
export function documentHeaders({ development, pays = false }: DocumentHeaders): MiddlewareHandler<AppEnv> {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: [
        NONCE,
        "'strict-dynamic'",
        ...(pays ? stripeScripts : []),
        ...(development ? ["'unsafe-eval'"] : []),
      ],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: [
        "'self'",
        ...(pays ? ['https://api.stripe.com'] : []),
        ...(development ? ['ws:', 'wss:'] : []),
      ],
      fontSrc: ["'self'", ...(development ? ['data:'] : [])],
      // 3-D Secure comes from the provider's hooks.
      ...(pays && { frameSrc: [...stripeScripts, 'https://hooks.stripe.com'] }),
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // A card's bank or wallet may answer from a window that the provider's frame has opened.
    crossOriginOpenerPolicy: pays ? 'same-origin-allow-popups' : 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // Never COEP: it breaks the payment provider's frames.
    crossOriginEmbedderPolicy: false,
    // TLS ends at the operator's proxy, which alone knows whether the whole host speaks it.
    strictTransportSecurity: false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    permissionsPolicy: {
      camera: ['self'],
      microphone: ['self'],
      geolocation: [],
      payment: pays ? ['self', 'https://js.stripe.com'] : ['self'],
    },
  })
}

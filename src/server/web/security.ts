import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from '#server/http/context.ts'
import type { BrowserConfig } from '#server/payments/payment-provider.ts'

export interface DocumentHeaders {
  /** Its bundler needs eval, a web socket for hot replacement, and fonts within the style sheet. */
  development: boolean
  /** Of a page that takes card payments. */
  paymentSources?: BrowserConfig['sources'] | undefined
}

/**
 * Headers of a document. Scripts run by nonce alone ('strict-dynamic': what they import or add is trusted with them);
 * nothing inline, no eval. Browsers that know 'strict-dynamic' ignore the hosts beside it; older ones go by them.
 */
export function documentHeaders({
  development,
  paymentSources: provider,
}: DocumentHeaders): MiddlewareHandler<AppEnv> {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: [
        NONCE,
        "'strict-dynamic'",
        ...(provider?.scripts ?? []),
        ...(development ? ["'unsafe-eval'"] : []),
      ],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", ...(provider ? [provider.api] : []), ...(development ? ['ws:', 'wss:'] : [])],
      fontSrc: ["'self'", ...(development ? ['data:'] : [])],
      ...(provider && { frameSrc: [...provider.frames] }),
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // A card's bank or wallet may answer from a window that the provider's frame has opened.
    crossOriginOpenerPolicy: provider ? 'same-origin-allow-popups' : 'same-origin',
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
      payment: provider ? ['self', provider.wallet] : ['self'],
    },
  })
}

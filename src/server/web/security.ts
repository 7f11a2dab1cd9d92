import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from '#server/http/context.ts'
import type { BrowserConfig } from '#server/money/payments/payment-provider.ts'

export interface DocumentHeaders {
  /** Hot reload needs eval, a web socket and inline fonts. */
  development: boolean
  /** Sources that card payments need. */
  paymentSources?: BrowserConfig['sources'] | undefined
}

/** Nonce scripts with 'strict-dynamic'; no inline code, no eval. Older browsers use the listed hosts. */
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
    // Banks and wallets open pop-ups.
    crossOriginOpenerPolicy: provider ? 'same-origin-allow-popups' : 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // COEP breaks the provider's frames.
    crossOriginEmbedderPolicy: false,
    // `visitor` sets it.
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

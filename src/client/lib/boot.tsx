import { createContext, type ReactNode, useContext } from 'react'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { PostedForm } from '#contract/posted-form.ts'

/** Who is looking at the page. */
export interface Viewer {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
}

/** Title and preview of a page. */
export interface Head {
  title: string
  description: string
  /** Path of the preview picture; null: the site's. */
  image?: string
}

/** The part of a route that its document needs. */
export interface PageFacts {
  title: string
  description: string
  /** Web app manifest, when the page is installable. */
  manifest?: string
  /** Whether search engines may index the page. */
  listed: boolean
  /** `none`: no queries. */
  data?: 'none'
  /** `none`: the page is the same for all viewers and may be cached. */
  viewer?: 'none'
  /** `none`: ships no React. */
  script: 'react' | 'none'
}

/** Data of the server's rendering, from which hydration starts. */
export interface Boot {
  route: string
  page: PageFacts
  params: Record<string, string>
  /** Head of a page's subject; null when the subject does not exist. */
  head?: Head | null
  /** Preview head of the page after signing in. */
  preview?: Head
  /** The subject exists, but this viewer may not see it. */
  forbidden?: true
  /** The query string with `?`, or empty. */
  search: string
  viewer: Viewer | null
  /** Session end, ISO 8601. */
  sessionEndsAt: string | null
  theme: 'light' | 'dark' | null
  /** Time of rendering, milliseconds since 1970; the base of relative times. */
  now: number
  payments: PaymentMode
  paymentForm: { form: string; publicKey: string } | null
  /** False: no mail is configured. */
  sendsMail: boolean
  /** Support address. */
  supportEmail: string | null
  /** A form sent without JavaScript, with its errors. */
  posted?: PostedForm
  requestId: string
  /** Last event id of the event stream that the rendered data includes. */
  eventId: string
  /** Canonical URL without its query. */
  canonical: string
  /** Assets that the head names. */
  files: {
    stylesheets: readonly string[]
    fonts: readonly string[]
    modulepreload: readonly string[]
    enhance: string
  }
}

/** The part of {@link Boot} that depends on the request. */
export type AnswerBoot = Omit<Boot, 'page'>

const BootContext = createContext<Boot | null>(null)
const NonceContext = createContext('')

export function BootProvider(props: { boot: Boot; nonce: string; children: ReactNode }) {
  return (
    <NonceContext value={props.nonce}>
      <BootContext value={props.boot}>{props.children}</BootContext>
    </NonceContext>
  )
}

export function useBoot(): Boot {
  const boot = useContext(BootContext)
  if (!boot) throw new Error('useBoot needs a BootProvider')
  return boot
}

/** The viewer's id; '' for a visitor. */
export const useViewerId = (): string => useContext(BootContext)?.viewer?.id ?? ''

/** Nonce for inline scripts; empty in the browser. */
export const useNonce = () => useContext(NonceContext)

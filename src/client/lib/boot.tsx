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

/** What a page is called, in its tab and in a preview of it. */
export interface Head {
  title: string
  description: string
  /** Path of the picture of its preview; the site's own where there is none. */
  image?: string
}

/** What the table of routes says of a page that its document must say too. */
export interface PageFacts {
  title: string
  description: string
  /** Of the app that the page belongs to, when it can be installed by itself. */
  manifest?: string
  /** Whether search engines and previews may have it. */
  listed: boolean
  /** `none`: the page asks for nothing and keeps nothing, and ships neither queries nor atoms. */
  data?: 'none'
  /** `none`: the page carries nobody's name and is the same for everybody, so that a device may keep it. */
  viewer?: 'none'
  /** `none`: the page works without React in the browser, and ships none. */
  script: 'react' | 'none'
}

/** What the server knew when it rendered the page; the browser starts from the very same. */
export interface Boot {
  /** The route's id, so that the browser need not match the path again. */
  route: string
  page: PageFacts
  params: Record<string, string>
  /** Of a page that is about one thing: what that thing is called; null when there is no such thing. */
  head?: Head | null
  /** What a preview of this address shows instead: of the page that signing in leads to. */
  preview?: Head
  /** That thing is there, but the page about it is not for this viewer: it shows nothing but why. */
  forbidden?: true
  /** The query string as it was asked for, `?` included, or empty. */
  search: string
  viewer: Viewer | null
  /** When the viewer's session ends unless it is extended; ISO 8601. */
  sessionEndsAt: string | null
  theme: 'light' | 'dark' | null
  /** Milliseconds since 1970 at the time of rendering: both sides compute relative times from it. */
  now: number
  payments: PaymentMode
  /** The payment provider's form; null except on pages that take cards. */
  paymentForm: { form: string; publicKey: string } | null
  /** False: this site sends no mail, so no text promises one. */
  sendsMail: boolean
  /** Whom people write to when the site can't help them. */
  supportEmail: string | null
  /** A form of this page that was sent without JavaScript, and refused. */
  posted?: PostedForm
  requestId: string
  /** The last event of `/api/events` that everything on the page has in it: what follows is asked for from there. */
  eventId: string
  /** The page's own address without its query, for search engines and previews. */
  canonical: string
  /** Files of this build that the head names; in the browser only so that it renders the same head. */
  files: {
    stylesheets: readonly string[]
    fonts: readonly string[]
    modulepreload: readonly string[]
    enhance: string
  }
}

/** What differs from one answer to the next; the rest is the page's. */
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

/** The person who looks at the page; '' for a visitor, and where no page is around. */
export const useViewerId = (): string => useContext(BootContext)?.viewer?.id ?? ''

/** The nonce for an inline script; empty in the browser, which never needs it. */
export const useNonce = () => useContext(NonceContext)

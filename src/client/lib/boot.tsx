import { createContext, type ReactNode, useContext } from 'react'
import type { BoatSummary } from '#contract/boats/boats.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { siteNameOr } from '#contract/site-name.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'

export interface Viewer {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
}

export interface NavLink {
  label: string
  href: string
}

export interface Head {
  title: string
  /** Title of the section in the address; documents are titled by both. */
  section?: string | undefined
  description: string
  /** Path; absent: the site's picture. */
  image?: string
  about?: About
  /** Path of its Atom feed. */
  feed?: string
}

/** The boat or tournament of a page. */
export interface About {
  boat?: Pick<BoatSummary, 'id' | 'name' | 'captainName' | 'imageUrl'>
  tournament?: Pick<TournamentSummary, 'name' | 'location'> & {
    /** Time of its end, once it has ended. */
    endedAt?: string
  }
}

export interface SiteLogo {
  url: string
  /** Pixels. */
  width: number
  height: number
}

export interface PageFacts {
  title: string
  description: string
  manifest?: string | undefined
  /** Search engines may index the page. */
  indexable: boolean
  /** `kiosk`: content grows with a large screen. */
  surface?: 'kiosk' | undefined
  data?: 'none' | undefined
  /** `none`: the same for all viewers, cacheable. */
  viewer?: 'none' | undefined
  /** `late`: React loads when it is needed. `none`: without React. */
  script: 'react' | 'late' | 'none'
}

export interface Boot {
  route: string
  page: PageFacts
  params: Record<string, string>
  head?: Head | null
  preview?: Head
  /** This viewer may not see the subject. */
  forbidden?: true
  /** Query with `?`, or empty. */
  search: string
  viewer: Viewer | null
  /** Approved crew of a boat. */
  isCrew?: true
  /**
   * Links in the header, by the viewer's roles. They come from the
   * server, so that other people load no script for them.
   */
  ownLinks?: readonly NavLink[]
  /** Text for members about what doesn't work at present. */
  notice?: string
  /** The number at a member's bell: '', '3' or '9+'. */
  unread?: string
  /** ISO 8601. */
  sessionEndsAt: string | null
  theme: 'light' | 'dark' | null
  /** Milliseconds since 1970, when rendered. */
  now: number
  payments: PaymentMode
  paymentForm: { form: string; publicKey: string } | null
  /** False if no mail is configured. */
  sendsMail: boolean
  /** A new account works once its address is confirmed. */
  confirmsEmail: boolean
  supportEmail: string | null
  /** Absent if it is the product's. */
  siteName?: string
  logo?: SiteLogo
  /** Years that a sign-up confirms, or null if it doesn't ask. */
  minimumAge: number | null
  /** Visitors need the site password. */
  hasGate: boolean
  /** A form sent without JavaScript. */
  posted?: PostedForm
  requestId: string
  eventId: string
  /** Address without query. */
  canonical: string
  files: {
    stylesheets: readonly string[]
    fonts: readonly string[]
    /** Modules that hydration needs. */
    modulepreload: readonly string[]
    /** Script of pages that don't start with React. */
    enhance: string
  }
}

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

export const useSiteName = (): string => siteNameOr(useBoot().siteName)

/** '' for a visitor. */
export const useViewerId = (): string => useContext(BootContext)?.viewer?.id ?? ''

/** Empty in the browser. */
export const useNonce = () => useContext(NonceContext)

import { isoDate } from '#contract/iso.ts'
import { dollars } from '#contract/money.ts'
import { siteNameOr } from '#contract/site-name.ts'
import type { Mail } from '#server/mail/mail.ts'

interface CaptainInvitation {
  email: string
  boat: string
  captain: string
  tournament: string
  goalCents: number
  payoutBasisPoints: number
  link: string
  /** Milliseconds since 1970. */
  expiresAt: number
  marina: string | null
}

export const captainMail = (invitation: CaptainInvitation): Mail => ({
  to: invitation.email,
  subject: `Take over ${invitation.boat} in ${invitation.tournament}`,
  text: `The organiser of ${invitation.tournament} entered ${invitation.boat}, with ${invitation.captain} as its captain. Its funding goal is ${dollars(invitation.goalCents)}, and ${invitation.payoutBasisPoints / 100}% of what it wins goes to its backers.

If that’s your boat, take it over here. Backers can fund it from then on, and you can change goal and share until the first one does:

${invitation.link}

The link works once, until ${isoDate(invitation.expiresAt)}. If you don’t know about this, do nothing.

${siteNameOr(invitation.marina)}
`,
})

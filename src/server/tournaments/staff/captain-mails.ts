import { dollars } from '#contract/money.ts'
import { siteNameOr } from '#contract/site-name.ts'
import type { Mail } from '#server/mail/mail.ts'

interface Invited {
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

export const captainMail = (invited: Invited): Mail => ({
  to: invited.email,
  subject: `Take over ${invited.boat} in ${invited.tournament}`,
  text: `The organiser of ${invited.tournament} entered ${invited.boat}, with ${invited.captain} as its captain. Its funding goal is ${dollars(invited.goalCents)}, and ${invited.payoutBasisPoints / 100}% of what it wins goes to its backers.

If that’s your boat, take it over here. Backers can fund it from then on, and you can change goal and share until the first one does:

${invited.link}

The link works once, until ${new Date(invited.expiresAt).toISOString().slice(0, 10)}. If you don’t know about this, do nothing.

${siteNameOr(invited.marina)}
`,
})

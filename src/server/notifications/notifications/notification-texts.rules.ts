import { formatCents } from '#contract/money.ts'

/** `41250` → `412.50 lbs`. @param weight hundredths of a pound */
const pounds = (weight: number): string =>
  `${(weight / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} lbs`

const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** `2` → `2nd`. */
const ordinal = (place: number): string => `${place}${suffixes[ordinals.select(place)] ?? 'th'}`

const money = (cents: number): string =>
  `$${Number(formatCents(cents)).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

/** One line. */
export function shortened(text: string, most = 200): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}

interface Caught {
  weight_hundredths: number
  species: string
}

/** @param json of an entry's best catch */
export function bestText(json: string): string {
  const { weight, species }: { weight: number; species: string } = JSON.parse(json)
  return fish({ weight_hundredths: weight * 100, species })
}

const fish = ({ weight_hundredths: weight, species }: Caught) => `${pounds(weight)} ${species}`

/** Plain text for lists, push messages and mails. */
export const notificationTexts = {
  weighedIn: (boat: string, caught: Caught, place: number | null) =>
    `${boat} weighed in: ${fish(caught)}${place === null ? '' : `, now ${ordinal(place)}`}`,
  leadTaken: (boat: string, from: string | null, caught: Caught | null) =>
    `${boat} took the lead${from === null ? '' : ` from ${from}`}${caught === null ? '' : `: ${fish(caught)}`}`,
  leadLost: (boat: string, to: string) => `${boat} lost the lead to ${to}`,
  crewPost: (boat: string, caption: string | null) =>
    `${boat} posted a video${caption === null ? '' : `: ${shortened(caption)}`}`,
  announcement: (content: string) => shortened(content),
  fundingCloses: (tournament: string) => `Funding for ${tournament} closes within 24 hours`,
  goalReached: (boat: string, goal: number) => `${boat} reached its funding goal of ${money(goal)}`,
  goalMissed: (boat: string, isRefunded: boolean) =>
    `${boat} missed its funding goal${isRefunded ? ': its backers get their money back' : ''}`,
  withdrawn: (boat: string, reason: string | null) =>
    `${boat} withdrew${reason === null ? '' : `: ${shortened(reason)}`}`,
  cancelled: (tournament: string, reason: string | null) =>
    `${tournament} is cancelled${reason === null ? '' : `: ${shortened(reason)}`}`,
  won: (boat: string, cents: number) => `${boat} won ${money(cents)}`,
  handedOver: (boat: string, cents: number) =>
    `The organiser handed ${money(cents)} to ${boat}, for its entry`,
  handoverReversed: (boat: string, cents: number, reason: string) =>
    `The organiser reversed the handover of ${money(cents)} to ${boat}: ${shortened(reason)}`,
  paid: 'The organiser has paid your winnings',
  reply: (boat: string) => `The captain of ${boat} replied to you`,
  newBacker: (backer: string, boat: string, cents: number) => `${backer} backs ${boat} with ${money(cents)}`,
  message: (backer: string, boat: string) => `${backer} backs ${boat} and wrote to you`,
  crewRequest: (member: string, boat: string) => `${member} wants to join the crew of ${boat}`,
  replyNeeded: (backer: string, boat: string) => `${backer} wrote to ${boat} a day ago and waits for a reply`,
  entry: (boat: string, tournament: string) => `${boat} entered ${tournament}`,
  report: (boat: string) => `A video of ${boat} was reported`,
  dispute: (status: 'open' | 'won' | 'lost', boat: string, cents: number) =>
    ({
      open: `A backer’s bank disputes ${money(cents)} for ${boat}`,
      won: `The bank returned the disputed ${money(cents)} for ${boat}`,
      lost: `The bank keeps the disputed ${money(cents)} for ${boat}`,
    })[status],
  refundFailed: (boat: string) => `A refund to a backer of ${boat} failed`,
  payoutsOpen: (shares: number) =>
    shares === 1
      ? 'One share of the winnings is still to be paid'
      : `${shares} shares of the winnings are still to be paid`,
  crewApproved: (boat: string) => `You are in the crew of ${boat} now`,
} as const

interface Said {
  title: string
  text: string
  boat: string | null
}

/** One message for several. @param said oldest first, at least one */
export function summary(said: readonly Said[]): Pick<Said, 'title' | 'text'> {
  const latest = said.at(-1)
  if (!latest) throw new Error('a summary of nothing')
  if (said.length === 1) return { title: latest.title, text: latest.text }
  const boats = new Set(said.map(({ boat }) => boat))
  const [boat] = boats
  const about = boats.size === 1 && boat ? `${boat}: ${said.length} new` : `${said.length} new notifications`
  return { title: about, text: `Latest: ${latest.text}` }
}

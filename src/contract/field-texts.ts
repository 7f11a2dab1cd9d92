import { limits } from './limits.ts'
import { hasEmoji, hasInvisible, hasMarkup } from './text.ts'

export const fieldTexts = {
  startDateRequired: 'Start date is required',
  endDateRequired: 'End date is required',
  closingRequired: 'Choose when funding closes',
  endBeforeStart: 'End date must be after start date',
  closesAfterEnd: 'Funding must close before the tournament ends, or when it ends',
  endBeforeClosing: 'The end can’t be before funding closes',
  closesInPast: 'Choose a later time, or now: backers have paid until now',
  dateInvalid: 'Please enter a valid date and time with its time zone',
  dateOutOfRange: `Dates must be between ${limits.firstYear} and ${limits.lastYear}`,
  amountInvalid: 'Enter an amount in dollars with at most two decimals',
  prizePoolTooLarge: 'The prize pool is too large',
  textInvalid: 'Please enter text',
  markup: 'Names are plain text: remove what is written like HTML, such as <b>',
  emoji: 'Leave out emoji: names go onto pictures, boards and statements that cannot show them',
  invisible: 'Remove invisible characters and marks that change the direction of text',
  boatRequired: 'Please choose a boat',
  entryRequired: 'Please choose a boat of the tournament',
  goalRequired: 'Funding goal is required',
  goalTooSmall: `The funding goal must be at least $${limits.fundingGoalMinCents / 100}`,
  goalTooLarge: 'The funding goal is too large',
  payoutDaysInvalid: `The days until winnings are paid are a whole number from 1 to ${limits.payoutDaysMax}`,
  payoutDaysStand: 'Backers have paid: the days until winnings are paid can only be lowered.',
  shareRequired: 'Payout percentage is required',
  shareInvalid: `The payout percentage must be more than 0 and at most ${limits.payoutMax}, with at most two decimals`,
  goalRuleInvalid: 'Choose what happens if the goal is missed: share, prorate or refund',
  positionInvalid: `A position is a whole number from 1 to ${limits.positionMax}`,
  weightRequired: 'Weight is required',
  weightInvalid: `The weight must be more than 0 and at most ${limits.weightMax} lbs, with at most two decimals`,
  caughtInFuture: 'A catch cannot lie in the future',
  caughtOutside: 'The catch must lie between the start and the end of the tournament',
  rulesReasonRequired: 'Please give a reason: backers read it with the new rules',
  catchIdInvalid: 'The id of a catch is a UUID in lower case',
  unlessSimilarInvalid: 'unlessSimilar is true or false',
  catchFieldUnknown:
    'This can’t be changed. A catch has a boat (entryId), a weight, a species, a time (caughtAt) and what the rules need.',
  catchReasonRequired: 'Please give a reason: everyone can read it in the tournament’s log',
  entryIdInvalid: 'Choose a boat of the same tournament',
  lengthInvalid: `The length must be more than 0 and at most ${limits.lengthMax} inches, with at most two decimals`,
  lengthRequired: 'Length is required',
  ouncesInvalid: `The weight must be whole ounces from 1 to ${limits.ouncesMax}`,
  ouncesRequired: 'Weight in ounces is required',
  releasedWithoutWeight: 'A released fish has no weight. Leave it out, or record the fish as weighed.',
  flagInvalid: 'Choose true or false',
  marksInvalid: 'Send the marks as a list of keys of the rules',
  markUnknown: 'The rules have no such mark',
  anglerUnknown: 'Choose an angler of this boat',
  weighedBeforeCaught: 'A fish can’t be weighed before it is caught',
  weighedInFuture: 'The time of weighing can’t lie in the future',
  statusInvalid: 'A tournament can only be cancelled; the rest follows from its dates',
  pinnedInvalid: 'Say whether it is pinned: true or false',
  boatListTooLarge: `This file is too large. A list of ${limits.listedBoats} boats has a few kilobytes.`,
  boatListInvalid: `Send 1 to ${limits.listedBoats} boats`,
  listedNameTooLong: `Names must be at most ${limits.listedNameMax} characters`,
  staffRoleInvalid: 'Choose a role: organiser, co-organiser or weigh-master',
  webhookAddressRequired: 'Enter an address that starts with https://',
  webhookAddressTooLong: `Addresses must be at most ${limits.webhookAddressMax} characters`,
  webhookTopicsRequired: 'Choose at least one event',
  enabledInvalid: 'Say whether it is on: true or false',
  colorInvalid: 'Enter a colour as # and six digits or letters from a to f, such as #0c5fa8',
  siteRoleInvalid: 'Choose a role: owner or organiser',
  approvedInvalid: 'Say whether this person is approved: true or false',
  mineInvalid: 'Say whether the boats are your own: true or false',
  cursorInvalid: 'This cursor is none of ours',
  categoryInvalid: 'A category is upcoming, active or past',
  statusFilterInvalid: 'A status is upcoming, active, completed or cancelled',
  notificationInvalid: 'This notification is unknown: load the page again',
  channelInvalid: 'Choose push, mail or none for each kind',
  timeOfDayInvalid: 'Enter a time of day such as 22:00, or none',
  quietBoth: 'Enter both the start and the end of your quiet hours, or neither',
  timeZoneInvalid: 'Choose a time zone such as America/New_York',
  digestInvalid: 'Say whether you want the evening mail: true or false',
  pushEndpointInvalid: 'This browser’s address for push messages can’t be used',
  pushKeyInvalid: 'This browser’s keys for push messages can’t be used',
  searchTooLong: `Searches must be at most ${limits.searchMax} characters`,
} as const

const atMost = (max: number, what: string) => ({ max, tooLong: `${what} must be at most ${max} characters` })
const reason = atMost(limits.reasonMax, 'Reasons')
const name = { max: 255, tooLong: 'Name is too long' }

/** Of text fields, for schemas and forms. `max` counts characters. */
export const textRules = {
  tournamentName: { required: 'Tournament name is required', ...name },
  siteName: atMost(limits.siteNameMax, 'Names'),
  boatName: { required: 'Boat name is required', ...name },
  captainName: { required: 'Captain name is required', ...name },
  description: atMost(5000, 'Descriptions'),
  location: atMost(255, 'Locations'),
  species: { required: 'Species is required', ...atMost(100, 'Species') },
  scale: atMost(60, 'Scales'),
  witness: atMost(60, 'Witnesses'),
  update: { required: 'Please write something', ...atMost(2000, 'Updates') },
  fundingMessage: atMost(1000, 'Messages'),
  reference: atMost(limits.payoutReferenceMax, 'References'),
  payoutDetails: {
    required: 'Say where the money should go, such as a PayPal handle',
    ...atMost(limits.payoutDetailsMax, 'Details'),
  },
  reason,
  handoverReason: { required: 'Please say why', ...reason },
  organiserRequest: {
    required: 'Say which tournament you want to run',
    ...atMost(limits.organiserRequestMax, 'Requests'),
  },
  /** Of a withdrawal or a cancellation. */
  refundReason: { required: 'Please give a reason: the backers read it with their refund', ...reason },
  fundingReply: { required: 'Please write something', ...atMost(1000, 'Replies') },
} as const

/** Null: usable as a name. Refuses markup and characters without a glyph. */
export function nameProblem(text: string): string | null {
  if (hasMarkup(text)) return fieldTexts.markup
  if (hasEmoji(text)) return fieldTexts.emoji
  return hasInvisible(text) ? fieldTexts.invisible : null
}

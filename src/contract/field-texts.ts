import { limits } from './limits.ts'
import { dollars } from './money.ts'
import { hasEmoji, hasInvisible, hasMarkup, hasPile, oneLine } from './text.ts'

export const fieldTexts = {
  startDateRequired: 'Start date is required',
  endDateRequired: 'End date is required',
  closingRequired: 'Choose when funding closes',
  fundingClosed: 'Funding is closed.',
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
  pile: 'Remove the accents that are piled on one letter',
  boatRequired: 'Please choose a boat',
  entryRequired: 'Please choose a boat of the tournament',
  goalRequired: 'Funding goal is required',
  goalTooSmall: `The funding goal must be at least ${dollars(limits.fundingGoalMinCents)}`,
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
  withoutRules: 'This tournament has no rules. Its organiser sets positions.',
  rulingStands: 'This is decided already. Load the page again to see it.',
  keyRequired: 'Name a key of the rules',
  dayUnknown: 'Choose a day of the rules',
  categoryUnknown: 'Choose a category of the rules, and its day if it has days',
  penaltyUnknown: 'Choose a penalty of the rules',
  penaltyCountInvalid: `Enter a whole number from 1 to ${limits.penaltyCountMax}`,
  penaltyOnce: 'This penalty counts once. Send 1.',
  penaltiesTooMany: `A boat has at most ${limits.penaltiesPerEntry} penalties. Lift one first.`,
  penaltyDays:
    'Penalties are recorded for other days. Keep the names of those days, or lift the penalties first.',
  endsProtests:
    'Captains can still protest, and this ends their time at once. Choose a later time, so that they keep some.',
  orderInvalid: 'Name the tied contestants in order, the better place first, each once',
  notTied: 'These don’t share a place now, or others share it with them.',
  tieDecided: (decider: string, names: readonly string[]) =>
    `${decider} decided this tie already: ${names.join(', then ')}.`,
  anglersInvalid: `Send a list of at most ${limits.anglers} anglers, each with a name`,
  divisionsInvalid: 'Send the divisions as a list of keys of the rules',
  divisionUnknown: 'The rules have no such division',
  termsInvalid: 'Send the terms as an entry has them: goal, share, goal rule and shared pots',
  sharedPotsInvalid: 'Choose the pots that backers share: all, or a list of keys of the rules',
  goalPartsInvalid: `Send at most ${limits.goalParts} parts of the goal, each with a name and an amount`,
  goalPartsSum: 'The parts must add up to the goal',
  goalPartsOfFormer:
    'The parts add up to the goal as it was. Send parts that add up to the new goal, or null for none.',
  sharedPotsStand: 'Backers have paid: pots can be added to what they share, but not taken away.',
  sharedPotNeeded: (boat: string, pot: string) =>
    `Backers of ${boat} have paid for a part in ${pot}, or are paying now. Keep ${pot} in the rules, or ask the captain to share everything with them first.`,
  placesFollow: 'Places follow from the rules. Correct or disqualify a catch instead.',
  potsInvalid: 'Send the pots as a list of keys of the rules',
  potUnknown: 'The rules have no such pot, or every boat is in it',
  sharedPotUnknown: 'The rules have no such pot',
  rulesReasonRequired: 'Please give a reason: backers read it with the new rules',
  announcementIdInvalid: 'The id of an announcement is a UUID in lower case',
  penaltyIdInvalid: 'The id of a penalty is a UUID in lower case',
  protestIdInvalid: 'The id of a protest is a UUID in lower case',
  updateIdInvalid: 'The id of an update is a UUID in lower case',
  tournamentIdInvalid: 'The id of a tournament is a UUID in lower case',
  catchIdInvalid: 'The id of a catch is a UUID in lower case',
  unlessDecidedInvalid: 'unlessDecided is true or false',
  unlessSimilarInvalid: 'unlessSimilar is true or false',
  catchFieldUnknown:
    'This can’t be changed. A catch has a boat (entryId), a weight, a species, a time (caughtAt) and what the rules need.',
  catchReasonRequired: 'Please give a reason: everyone can read it in the tournament’s log',
  entryUnknown: 'Choose a boat of this tournament',
  catchUnknown: 'Choose a catch of this tournament',
  penaltyRowUnknown: 'Choose a penalty of this tournament that stands',
  oneSubject: 'A protest is about one thing: a boat, a catch or a penalty. File another for the rest.',
  fromEntryRequired: 'Choose which of your boats protests',
  effectKindInvalid: 'Choose what the decision changes',
  effectsInvalid: `Send a list of at most ${limits.protestEffects} effects, each with a kind`,
  effectsOfUpheld: 'Only an upheld protest changes something',
  outcomeInvalid: 'Choose upheld or denied',
  entryIdInvalid: 'Choose a boat of the same tournament',
  lengthInvalid: `The length must be more than 0 and at most ${limits.lengthMax} inches, with at most two decimals`,
  lengthRequired: 'Length is required',
  ouncesInvalid: `The weight must be whole ounces from 1 to ${limits.ouncesMax}`,
  ouncesRequired: 'Weight in ounces is required',
  weightTwice: 'Send the weight in pounds or in ounces, not both',
  releasedWithoutWeight: 'A released fish has no weight. Leave it out, or record the fish as weighed.',
  flagInvalid: 'Choose true or false',
  logStaysPublic: 'The tournament has started: its log stays public.',
  marksInvalid: 'Send the marks as a list of keys of the rules',
  markUnknown: 'The rules have no such mark',
  anglerUnknown: 'Choose an angler of this boat',
  anglerTwice: 'This angler is listed twice. Leave one out.',
  weighedBeforeCaught: 'A fish can’t be weighed before it is caught',
  weighedInFuture: 'The time of weighing can’t lie in the future',
  statusInvalid: 'A tournament can only be cancelled; the rest follows from its dates',
  pinnedInvalid: 'Say whether it is pinned: true or false',
  boatListTooLarge: `This file is too large. A list of ${limits.listedBoats} boats has a few kilobytes.`,
  boatListInvalid: `Send 1 to ${limits.listedBoats} boats`,
  listedNameTooLong: `Names must be at most ${limits.listedNameMax} characters`,
  invitationIdInvalid: 'The id of an invitation is a UUID in lower case',
  staffRoleInvalid: 'Choose a role: organiser, co-organiser or weigh-master',
  webhookAddressRequired: 'Enter an address that starts with https://',
  webhookAddressTooLong: `Addresses must be at most ${limits.webhookAddressMax} characters`,
  webhookTopicsRequired: 'Choose at least one event',
  webhookTopicsTwice: 'Choose each event once',
  enabledInvalid: 'Say whether it is on: true or false',
  colorInvalid: 'Enter a colour as # and six digits or letters from a to f, such as #0c5fa8',
  siteRoleInvalid: 'Choose a role: owner or organiser',
  approvedInvalid: 'Say whether this person is approved: true or false',
  sideInvalid: 'Say whether you back the boats or fish on them: backer or crew',
  mineInvalid: 'Say whether the boats are your own: true or false',
  cursorInvalid: 'This cursor is none of ours',
  filterTooLong: 'Filters must be at most 100 characters',
  rulesNumberInvalid: 'Rules are numbered 1, 2, 3 and so on',
  categoryInvalid: 'A category is upcoming, active or past',
  protestStageInvalid: 'A state is open or closed',
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

/** Rules of text fields, for schemas and forms. `max` counts characters. */
export const textRules = {
  tournamentName: { required: 'Tournament name is required', ...name },
  siteName: atMost(limits.siteNameMax, 'Names'),
  boatName: { required: 'Boat name is required', ...name },
  captainName: { required: 'Captain name is required', ...name },
  description: atMost(5000, 'Descriptions'),
  location: atMost(255, 'Locations'),
  species: { required: 'Species is required', ...atMost(100, 'Species') },
  ruling: { required: 'Please give a reason: everyone can read it', ...reason },
  protest: { required: 'Say what happened', ...atMost(limits.protestTextMax, 'Protests') },
  protestAnswer: { required: 'Please write something', ...atMost(limits.protestTextMax, 'Answers') },
  protestRule: atMost(200, 'Rules'),
  decision: { required: 'Say why: everyone can read it', ...atMost(limits.protestTextMax, 'Decisions') },
  liftingNote: { required: 'Say why the hold is lifted: everyone can read it', ...reason },
  goalPart: { required: 'Say what this part pays for', ...atMost(60, 'Names') },
  anglerName: { required: 'Enter the angler’s name', ...atMost(60, 'Names') },
  scale: atMost(60, 'Scales'),
  witness: atMost(60, 'Witnesses'),
  update: { required: 'Please write something', ...atMost(2000, 'Updates') },
  fundingMessage: atMost(1000, 'Messages'),
  reference: atMost(limits.payoutReferenceMax, 'References'),
  payoutDetails: {
    required: 'Say where the money should go, such as the email address of your PayPal account',
    ...atMost(limits.payoutDetailsMax, 'Details'),
  },
  reason,
  handoverReason: { required: 'Please say why', ...reason },
  organiserRequest: {
    required: 'Say which tournament you want to run',
    ...atMost(limits.organiserRequestMax, 'Requests'),
  },
  /** Reason of a withdrawal or a cancellation. */
  refundReason: { required: 'Please give a reason: the backers read it with their refund', ...reason },
  fundingReply: { required: 'Please write something', ...atMost(1000, 'Replies') },
} as const

/** Returns the problem of a text that readers could not see, or that covers others; else null. */
export function sightProblem(text: string): string | null {
  if (hasInvisible(text)) return fieldTexts.invisible
  return hasPile(text) ? fieldTexts.pile : null
}

/**
 * Returns the problem of a name as it is stored, or null if it is usable. Refuses markup and characters without a glyph.
 * @param typed with line ends, tabs and spaces, which may come from a spreadsheet
 */
export function nameProblem(typed: string): string | null {
  const text = oneLine(typed)
  if (hasMarkup(text)) return fieldTexts.markup
  if (hasEmoji(text)) return fieldTexts.emoji
  return sightProblem(text)
}

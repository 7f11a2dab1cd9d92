import { type } from './arktype.ts'
import { fieldTexts as texts } from './field-texts.ts'
import { cursor, filter, makeCheck, pageLimit } from './fields.ts'
import { limits } from './limits.ts'
import { fundingTexts } from './money/funding-texts.ts'
import { payoutTexts } from './money/payout-texts.ts'

/** The `Link` header has the next cursor. */
const page = (max: number, usual?: number) => type({ 'limit?': pageLimit(max, usual), 'cursor?': cursor })

export const listPage = page(limits.listPageMax, limits.listPage)

/** `since`: id of the last event that was read; `Last-Event-ID` has precedence. */
export const eventsSince = type({ 'since?': 'string' })

export const updatesPage = page(limits.updatesPageMax).and({
  'tournamentId?': filter,
  'boatId?': filter,
})
export const announcementsPage = page(limits.announcementsPageMax, limits.announcementsPage).and({
  'tournamentId?': filter,
})
export const boatEntriesPage = page(limits.boatEntriesPageMax, limits.boatEntriesPage)
export const leaderboardPage = page(limits.leaderboardPage)

const mine = type("'true' | 'false'")
  .pipe(value => value === 'true')
  .configure({ message: () => texts.mineInvalid })

const side = type("'backer' | 'crew'").configure({ message: () => texts.sideInvalid }, 'self')

/** `as`: boats that one backs, by default, or that one owns or crews. */
export const myBoatsList = type({ 'as?': side })

/** `boat`: of one boat. */
export const ownSharesList = type({ 'boat?': filter })

export const myTournamentsPage = page(limits.myTournamentsPageMax, limits.myTournamentsPage)

export const followsPage = page(limits.followsPageMax, limits.followsPage)
export const notificationsPage = page(limits.notifications, limits.notificationsPage)

export const catchesPage = page(limits.catchesPageMax, limits.catchesPage)

/** `limit`: of the catches. The `Link` header leads to the rest of them. */
export const organiserViewPart = type({
  'limit?': pageLimit(limits.organiserViewCatches, limits.organiserViewCatches),
})

/** `cursor`: of the last event before. */
export const logEvents = type({ 'limit?': pageLimit(limits.logPage, limits.logPage), 'cursor?': cursor })

/** Boards of one category, or of one day. */
export const standingsPart = type({ 'category?': filter, 'day?': filter })

/** One board; by default the main category's, on the latest day with a place. `fish`: most fish of each contestant. */
export const boardPart = standingsPart.and({
  'limit?': pageLimit(limits.boardLinesMax, limits.boardLines),
  'fish?': pageLimit(limits.boardFish, limits.boardFish),
  'cursor?': cursor,
})

const numberFromOne = type('string')
  .narrow(
    makeCheck({ type: 'integer', minimum: 1 }, (value: string) =>
      /^[1-9]\d{0,8}$/.test(value) ? null : texts.rulesNumberInvalid,
    ),
  )
  .pipe(Number)

/** Rules of a number, from 1. */
export const rulesNumber = type({ 'number?': numberFromOne })

/** `closed`: decided or withdrawn. */
const protestStage = type("'open' | 'closed'").configure({ message: () => texts.protestStageInvalid }, 'self')

export const protestsPage = page(limits.protestsPageMax, limits.protestsPage).and({ 'state?': protestStage })

export const actionsPage = page(limits.actionsPageMax, limits.actionsPage)

const category = type("'upcoming' | 'active' | 'past'").configure(
  { message: () => texts.categoryInvalid },
  'self',
)

/** `category`: upcoming tournaments have no board. */
export const boardsPage = page(limits.boardsPageMax).and({ 'category?': category })

/** Each word must begin a word of the name or the location. */
const search = type('string').narrow(
  makeCheck({ maxLength: limits.searchMax }, (value: string) =>
    value.length <= limits.searchMax ? null : texts.searchTooLong,
  ),
)

const stage = type("'water' | 'upcoming' | 'settled'").configure(
  { message: () => fundingTexts.stageInvalid },
  'self',
)

export type FundingStage = typeof stage.infer

/** `stage`: `upcoming` before the start, `water` until there are results, `settled` afterwards and for refunds. */
export const myFundingPage = listPage.and({ 'stage?': stage })

/** `mine`: own boats, or those of others. `q`: each word must begin a word of the boat's or the captain's name. */
export const boatsPage = listPage.and({ 'mine?': mine, 'q?': search })

/** `q`: as in `boatsPage`. */
export const tournamentBoatsPage = listPage.and({ 'q?': search })

const status = type("'upcoming' | 'active' | 'completed' | 'cancelled'").configure(
  { message: () => texts.statusFilterInvalid },
  'self',
)

/** Fewer tournaments when they have many entries. */
export const tournamentsPage = type({
  'limit?': pageLimit(limits.tournamentsPage),
  'cursor?': cursor,
  'status?': status,
  'q?': search,
})

/** Categories follow from the dates, also those of cancelled tournaments. */
export const cardsPage = type({
  'limit?': pageLimit(limits.cardsPageMax),
  'cursor?': cursor,
  'category?': category,
  'status?': status,
  'q?': search,
})

const payable = type("'owed' | 'paid' | 'frozen' | 'to-return' | 'any'").configure(
  { message: () => payoutTexts.filterInvalid },
  'self',
)

/**
 * Shares of a tournament; without `status` also those of $0. `q`: a part of a
 * backer's name or address, a boat's name or a reference.
 */
export const payoutsPage = listPage.and({ 'status?': payable, 'q?': search, 'backer?': filter })

const fundingStatus = type("'pending' | 'completed' | 'refunded' | 'failed'").configure(
  { message: () => fundingTexts.filterInvalid },
  'self',
)

/** `q`: a part of a backer's name. */
export const backersPage = listPage.and({ 'q?': search })

/** `q`: a part of a backer's or boat's name. */
export const fundingsPage = listPage.and({ 'status?': fundingStatus, 'q?': search })

export const adminPage = page(limits.adminPageMax, limits.adminPage)

/** `q`: a part of a name or an address. */
export const adminSearchPage = adminPage.and({ 'q?': search })

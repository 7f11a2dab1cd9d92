import { type } from './arktype.ts'
import { fieldTexts as texts } from './field-texts.ts'
import { cursor, filter, makeCheck, oneOf, page, pageLimit } from './fields.ts'
import { limits } from './limits.ts'
import { fundingTexts } from './money/funding-texts.ts'
import { payoutTexts } from './money/payout-texts.ts'

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

/** `as`: boats that one backs, by default, or that one owns or crews. */
export const myBoatsList = type({ 'as?': oneOf(['backer', 'crew'], texts.sideInvalid) })

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
export const logEvents = page(limits.logPage, limits.logPage)

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
export const protestsPage = page(limits.protestsPageMax, limits.protestsPage).and({
  'state?': oneOf(['open', 'closed'], texts.protestStageInvalid),
})

export const actionsPage = page(limits.actionsPageMax, limits.actionsPage)

const category = oneOf(['upcoming', 'active', 'past'], texts.categoryInvalid)

/** `category`: upcoming tournaments have no board. */
export const boardsPage = page(limits.boardsPageMax).and({ 'category?': category })

/** Each word must begin a word of the name or the location. */
const search = type('string').narrow(
  makeCheck({ maxLength: limits.searchMax }, (value: string) =>
    value.length <= limits.searchMax ? null : texts.searchTooLong,
  ),
)

const stage = oneOf(['water', 'upcoming', 'settled'], fundingTexts.stageInvalid)

export type FundingStage = typeof stage.infer

/** `stage`: `upcoming` before the start, `water` until there are results, `settled` afterwards and for refunds. */
export const myFundingPage = listPage.and({ 'stage?': stage })

/** `mine`: own boats, or those of others. `q`: each word must begin a word of the boat's or the captain's name. */
export const boatsPage = listPage.and({ 'mine?': mine, 'q?': search })

/** `q`: as in `boatsPage`. */
export const tournamentBoatsPage = listPage.and({ 'q?': search })

const status = oneOf(['upcoming', 'active', 'completed', 'cancelled'], texts.statusFilterInvalid)

/** Fewer tournaments when they have many entries. */
export const tournamentsPage = page(limits.tournamentsPage).and({ 'status?': status, 'q?': search })

/** Categories follow from the dates, also those of cancelled tournaments. */
export const cardsPage = page(limits.cardsPageMax).and({
  'category?': category,
  'status?': status,
  'q?': search,
})

const payable = oneOf(['owed', 'paid', 'frozen', 'to-return', 'any'], payoutTexts.filterInvalid)

/**
 * Shares of a tournament; without `status` also those of $0. `q`: a part of a
 * backer's name or address, a boat's name or a reference.
 */
export const payoutsPage = listPage.and({ 'status?': payable, 'q?': search, 'backer?': filter })

const fundingStatus = oneOf(['pending', 'completed', 'refunded', 'failed'], fundingTexts.filterInvalid)

/** `q`: a part of a backer's name. */
export const backersPage = listPage.and({ 'q?': search })

/** `q`: a part of a backer's or boat's name. */
export const fundingsPage = listPage.and({ 'status?': fundingStatus, 'q?': search })

export const adminPage = page(limits.adminPageMax, limits.adminPage)

/** `q`: a part of a name or an address. */
export const adminSearchPage = adminPage.and({ 'q?': search })

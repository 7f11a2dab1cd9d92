import { type } from 'arktype'
import { fieldTexts as texts } from './field-texts.ts'
import { checked, pageLimit } from './fields.ts'
import { limits } from './limits.ts'

const cursor = type('string <= 200').configure({ message: () => texts.cursorInvalid }, 'self')

/** The `Link` header has the next cursor. */
const page = (max: number) => type({ 'limit?': pageLimit(max), 'cursor?': cursor })
const pageOfTournament = (max: number) =>
  type({ 'limit?': pageLimit(max), 'cursor?': cursor, 'tournamentId?': 'string <= 100' })

/** Unlimited by default. */
export const anyPage = page(1000)

export const updatesPage = pageOfTournament(limits.updatesPageMax)
export const leaderboardPage = page(limits.leaderboardPage)
export const boardsPage = page(limits.boardsPageMax)

/** Each word must begin a word of the name or the location. */
const search = type('string').narrow(
  checked({ maxLength: limits.searchMax }, (value: string) =>
    value.length <= limits.searchMax ? null : texts.searchTooLong,
  ),
)
const status = type("'upcoming' | 'active' | 'completed' | 'cancelled'").configure(
  { message: () => texts.statusFilterInvalid },
  'self',
)
const category = type("'upcoming' | 'active' | 'past'").configure(
  { message: () => texts.categoryInvalid },
  'self',
)

/** Categories follow from the dates, also those of cancelled tournaments. */
export const cardsPage = type({
  'limit?': pageLimit(limits.cardsPageMax),
  'cursor?': cursor,
  'category?': category,
  'status?': status,
  'q?': search,
})

import { type } from 'arktype'
import { fieldTexts as texts } from './field-texts.ts'
import { pageLimit } from './fields.ts'
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

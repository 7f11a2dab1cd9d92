import { type } from 'arktype'
import { limited } from './described.ts'
import { limits } from './limits.ts'
import { marinaTexts as texts } from './marina-texts.ts'

const limit = (max: number) =>
  type('string')
    .narrow(
      limited({ type: 'integer', minimum: 1, maximum: max }, (value, ctx) => {
        const fits = /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= max
        return fits || ctx.reject({ message: `A limit is a whole number from 1 to ${max}` })
      }),
    )
    .pipe(Number)

const cursor = type('string <= 200').configure({ message: () => texts.cursorInvalid }, 'self')

/** The `Link` header has the next cursor. */
const page = (max: number) => type({ 'limit?': limit(max), 'cursor?': cursor })
const pageOfTournament = (max: number) =>
  type({ 'limit?': limit(max), 'cursor?': cursor, 'tournamentId?': 'string <= 100' })

/** Unlimited by default. */
export const anyPage = page(1000)

export const updatesPage = pageOfTournament(limits.updatesPageMax)
export const leaderboardPage = page(limits.leaderboardPage)

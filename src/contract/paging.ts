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

/** `?limit=&cursor=` of a list; the next cursor comes in the `Link` header. */
const page = (max: number) => type({ 'limit?': limit(max), 'cursor?': cursor })
/** The same, and `?tournamentId=`. */
const pageOfTournament = (max: number) =>
  type({ 'limit?': limit(max), 'cursor?': cursor, 'tournamentId?': 'string <= 100' })

/** For a list that is answered whole unless somebody asks for a part. */
export const anyPage = page(1000)

/** `GET /api/tournament-updates` */
export const updatesPage = pageOfTournament(limits.updatesPageMax)
/** `GET /api/leaderboard` */
export const leaderboardPage = page(limits.leaderboardPage)
